package dev.semel.postgres.relay;

import dev.semel.testing.relay.RelayFailureContract;
import dev.semel.testing.relay.RelayFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresRelayFailureIT extends RelayFailureContract {
  private static PostgresRelayFixture fixture;

  @BeforeAll
  static void create() {
    fixture = PostgresRelayFixture.create("relay_failure");
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
