package dev.semel.demo.flow;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.dashboard.Dashboard;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Relay;
import javax.sql.DataSource;

/** Knows its dead letters, and carries nothing: nobody is at work but whoever redrives. */
public class QuietFlow extends Flow {
  private final DeadLetters letters;

  QuietFlow(
      Broker broker,
      DataSource database,
      PostgresStore store,
      Dashboard dashboard,
      FlowCounters counters) {
    super(broker, database, store, dashboard, counters);
    letters =
        Relay.builder(PostgresRelays.on(database), "quiet-flow", batch -> {}).build().deadLetters();
  }

  @Override
  DeadLetters relayDeadLetters() {
    return letters;
  }
}
