package dev.semel.postgres.contract;

import dev.semel.testing.contract.RetentionContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresRetentionIT extends RetentionContract<Connection> {
  private final PostgresFixture fixture;

  PostgresRetentionIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
