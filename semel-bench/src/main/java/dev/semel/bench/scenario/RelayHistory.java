package dev.semel.bench.scenario;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxFiller;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whether the relay gets slower as old events gather in the outbox. */
public final class RelayHistory implements Scenario {
  /** As many as a relay uses. */
  private static final int CONNECTIONS = 3;

  private static final Target RATE = Target.atLeast(0.90);
  private static final Target LATENCY = Target.atMost(1.20);

  @Override
  public String name() {
    return "events-history";
  }

  @Override
  public void run(Stage stage) {
    int history = stage.events().history();
    PostgresDatabase empty = stage.server().database("history_0");
    PostgresDatabase grown = stage.server().database("history_" + history);
    new OutboxFiller(empty).fillHistory(0, stage.progress());
    new OutboxFiller(grown).fillHistory(history, stage.progress());
    new OutboxFiller(empty).empty();
    stage.settleDown();
    try (Outboxes ofEmpty = new Outboxes(stage, empty.jdbcUrl());
        Outboxes ofGrown = new Outboxes(stage, grown.jdbcUrl())) {
      OutboxChild first = ofEmpty.toNowhere(OutboxKind.SEMEL, Outboxes.MAX_HEAP_MEGABYTES);
      OutboxChild second = ofGrown.toNowhere(OutboxKind.SEMEL, Outboxes.MAX_HEAP_MEGABYTES);
      String grownName = String.format(Locale.ROOT, "%,d old events", history);
      int events = 2 * stage.events().events();
      measureRates(
          stage,
          turn("no old events", first, empty, events),
          turn(grownName, second, grown, events));
      measureLatencies(stage, pace("no old events", first), pace(grownName, second));
    }
  }

  private static Turn turn(
      String variant, OutboxChild semel, PostgresDatabase database, int events) {
    OutboxFiller filler = new OutboxFiller(database);
    return new Turn(
        variant,
        time -> {
          semel.reset();
          filler.add(events, 1);
          return semel.drain(events);
        });
  }

  private static void measureRates(Stage stage, Turn empty, Turn grown) {
    Comparison compared = stage.interleaved().compare("relay, history", List.of(empty, grown));
    stage
        .report()
        .addToEvents(
            new Rates(
                "relay to a sink that does nothing",
                CONNECTIONS,
                compared,
                Map.of(grown.variant(), RATE),
                null));
  }

  private static Turn pace(String variant, OutboxChild semel) {
    return new Turn(
        variant,
        time -> {
          semel.reset();
          return semel.pace(Latencies.PER_SECOND, Latencies.events(time));
        });
  }

  private static void measureLatencies(Stage stage, Turn empty, Turn grown) {
    Comparison compared = stage.interleaved().compare("latency, history", List.of(empty, grown));
    for (int i = 0; i < 2; i++) {
      double ratio = compared.ratio(i, 0, Round::medianMicros).median();
      Latencies.row(
          stage.report(),
          "idle, sink does nothing",
          "Semel, " + compared.variants().get(i),
          compared,
          i,
          Report.twoDigits(ratio),
          i == 0
              ? ""
              : stage
                  .report()
                  .eventChart()
                  .judge(
                      "p50 from commit to a sink with " + compared.variants().get(i) + ", to none",
                      ratio,
                      LATENCY));
    }
  }
}
