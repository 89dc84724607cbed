package dev.semel.postgres.contract;

import dev.semel.testing.contract.RecoveryContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresRecoveryIT extends RecoveryContract<Connection> {
  private final PostgresFixture fixture;

  PostgresRecoveryIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
