package dev.semel.postgres.contract;

import dev.semel.testing.contract.StoreFixture;
import dev.semel.testing.contract.TakeoverContract;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresTakeoverIT extends TakeoverContract<Connection> {
  private final PostgresFixture fixture;

  PostgresTakeoverIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
