package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.contract.InboxPurgeContract;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresInboxPurgeIT extends InboxPurgeContract<Connection> {
  private final PostgresFixture fixture;

  PostgresInboxPurgeIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected InboxFixture<Connection> fixture() {
    return fixture;
  }
}
