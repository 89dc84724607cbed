package dev.semel.postgres.contract;

import dev.semel.testing.contract.ListenerContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresListenerIT extends ListenerContract<Connection> {
  private final PostgresFixture fixture;

  PostgresListenerIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
