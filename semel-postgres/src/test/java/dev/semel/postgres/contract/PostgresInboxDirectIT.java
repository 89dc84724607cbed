package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxDirectContract;
import dev.semel.testing.contract.InboxFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresInboxDirectIT extends InboxDirectContract<Connection> {
  private final PostgresFixture fixture;

  PostgresInboxDirectIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected InboxFixture<Connection> fixture() {
    return fixture;
  }
}
