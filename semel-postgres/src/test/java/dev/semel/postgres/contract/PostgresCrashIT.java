package dev.semel.postgres.contract;

import dev.semel.testing.contract.CrashContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresCrashIT extends CrashContract<Connection> {
  private final PostgresFixture fixture;

  PostgresCrashIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
