package dev.semel.debezium;

import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayReplayContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DebeziumReplayIT extends RelayReplayContract {
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("relay_replay");
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
