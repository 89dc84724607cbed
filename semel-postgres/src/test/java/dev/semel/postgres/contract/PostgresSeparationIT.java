package dev.semel.postgres.contract;

import dev.semel.testing.contract.SeparationContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresSeparationIT extends SeparationContract<Connection> {
  private final PostgresFixture fixture;

  PostgresSeparationIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
