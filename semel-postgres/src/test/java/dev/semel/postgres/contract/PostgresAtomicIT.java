package dev.semel.postgres.contract;

import dev.semel.testing.contract.AtomicContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresAtomicIT extends AtomicContract<Connection> {
  private final PostgresFixture fixture;

  PostgresAtomicIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
