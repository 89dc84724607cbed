package dev.semel.postgres.contract;

import dev.semel.testing.contract.IsolationContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresIsolationIT extends IsolationContract<Connection> {
  private final PostgresFixture fixture;

  PostgresIsolationIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
