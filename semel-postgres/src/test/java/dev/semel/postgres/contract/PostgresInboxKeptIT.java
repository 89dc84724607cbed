package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.contract.InboxKeptContract;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresInboxKeptIT extends InboxKeptContract<Connection> {
  private final PostgresFixture fixture;

  PostgresInboxKeptIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected InboxFixture<Connection> fixture() {
    return fixture;
  }
}
