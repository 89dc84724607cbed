package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.contract.VersionGuardContract;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresVersionGuardIT extends VersionGuardContract<Connection> {
  private final PostgresFixture fixture;

  PostgresVersionGuardIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected InboxFixture<Connection> fixture() {
    return fixture;
  }
}
