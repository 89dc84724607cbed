package dev.semel.debezium;

import dev.semel.testing.relay.RelayFixture;
import dev.semel.testing.relay.RelayOrderContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class DebeziumOrderIT extends RelayOrderContract {
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("relay_order");
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Override
  protected RelayFixture fixture() {
    return fixture;
  }

  /** What was published is known to be passed when the log says so. */
  @Override
  protected boolean stopSavesAll() {
    return false;
  }
}
