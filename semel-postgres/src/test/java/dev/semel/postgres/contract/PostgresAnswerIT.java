package dev.semel.postgres.contract;

import dev.semel.testing.contract.AnswerContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresAnswerIT extends AnswerContract<Connection> {
  private final PostgresFixture fixture;

  PostgresAnswerIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
