package dev.semel.postgres.contract;

import dev.semel.testing.contract.PurgeContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresPurgeIT extends PurgeContract<Connection> {
  private final PostgresFixture fixture;

  PostgresPurgeIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
