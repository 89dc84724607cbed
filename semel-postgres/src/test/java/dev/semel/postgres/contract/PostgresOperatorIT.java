package dev.semel.postgres.contract;

import dev.semel.testing.contract.OperatorContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresOperatorIT extends OperatorContract<Connection> {
  private final PostgresFixture fixture;

  PostgresOperatorIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
