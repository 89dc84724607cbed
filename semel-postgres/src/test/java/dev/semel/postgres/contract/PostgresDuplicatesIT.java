package dev.semel.postgres.contract;

import dev.semel.testing.contract.DuplicatesContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresDuplicatesIT extends DuplicatesContract<Connection> {
  private final PostgresFixture fixture;

  PostgresDuplicatesIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
