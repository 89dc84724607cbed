package dev.semel.postgres.contract;

import dev.semel.testing.contract.NaughtyKeysContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresNaughtyKeysIT extends NaughtyKeysContract<Connection> {
  private final PostgresFixture fixture;

  PostgresNaughtyKeysIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
