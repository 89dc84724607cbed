package dev.semel.postgres.relay;

import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayNodesContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresRelayNodesIT extends RelayNodesContract {
  private static PostgresRelayFixture fixture;

  @BeforeAll
  static void create() {
    fixture = PostgresRelayFixture.create("relay_nodes");
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
