package dev.semel.postgres.relay;

import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayTenantsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresRelayTenantsIT extends RelayTenantsContract {
  private static PostgresRelayFixture fixture;

  @BeforeAll
  static void create() {
    fixture = PostgresRelayFixture.create("relay_tenants");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Override
  protected RelayFixture fixture() {
    return fixture;
  }
}
