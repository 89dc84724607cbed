package dev.semel.debezium;

import dev.semel.testing.relay.RelayFailureContract;
import dev.semel.testing.relay.RelayFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DebeziumFailureIT extends RelayFailureContract {
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("relay_failure");
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
