package dev.semel.postgres.contract;

import dev.semel.testing.contract.RejectionContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresRejectionIT extends RejectionContract<Connection> {
  private final PostgresFixture fixture;

  PostgresRejectionIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
