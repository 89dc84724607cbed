package dev.semel.postgres.contract;

import dev.semel.testing.contract.StoreFixture;
import dev.semel.testing.contract.TransactionContract;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresTransactionIT extends TransactionContract<Connection> {
  private final PostgresFixture fixture;

  PostgresTransactionIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
