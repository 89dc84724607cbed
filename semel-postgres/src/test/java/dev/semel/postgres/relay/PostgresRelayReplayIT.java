package dev.semel.postgres.relay;

import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayReplayContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresRelayReplayIT extends RelayReplayContract {
  private static PostgresRelayFixture fixture;

  @BeforeAll
  static void create() {
    fixture = PostgresRelayFixture.create("relay_replay");
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
