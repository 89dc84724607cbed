package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxBatchContract;
import dev.semel.testing.contract.InboxFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresInboxBatchIT extends InboxBatchContract<Connection> {
  private final PostgresFixture fixture;

  PostgresInboxBatchIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected InboxFixture<Connection> fixture() {
    return fixture;
  }
}
