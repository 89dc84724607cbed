package dev.semel.postgres.contract;

import dev.semel.testing.contract.LeaseContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresFixtureExtension.class)
class PostgresLeaseIT extends LeaseContract<Connection> {
  private final PostgresFixture fixture;

  PostgresLeaseIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @Override
  protected StoreFixture<Connection> fixture() {
    return fixture;
  }
}
