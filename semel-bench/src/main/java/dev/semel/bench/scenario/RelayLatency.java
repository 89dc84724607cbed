package dev.semel.bench.scenario;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Interleaved;
import dev.semel.bench.measure.Plan;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;

/** How long it takes from a commit until Kafka has the event, on an idle and on a busy system. */
public final class RelayLatency implements Scenario {
  private static final Target TARGET = Target.atMost(1);
  private static final int MAX_ROUNDS = 3;
  private static final int OWN_VARIANTS = 2;

  @Override
  public String name() {
    return "events-latency";
  }

  @Override
  public void run(Stage stage) {
    PostgresDatabase database = stage.eventDatabase();
    try (Outboxes outboxes = new Outboxes(stage, database.jdbcUrl())) {
      List<OutboxChild> all = new ArrayList<>();
      all.add(outboxes.toKafka(OutboxKind.SEMEL));
      all.add(outboxes.toKafka(OutboxKind.SEMEL_POLLING));
      all.addAll(outboxes.peers());
      List<Turn> turns = all.stream().map(RelayLatency::turn).toList();
      stage.settleDown();
      report(stage.report(), "idle", compare(stage, "latency, idle", turns));
      try (BusyWriters writers = BusyWriters.on(database)) {
        report(stage.report(), "busy", compare(stage, "latency, busy", turns));
      }
    }
  }

  private static Turn turn(OutboxChild outbox) {
    return new Turn(
        outbox.kind().title(),
        time -> {
          outbox.reset();
          return outbox.pace(Latencies.PER_SECOND, Latencies.events(time));
        });
  }

  private static Comparison compare(Stage stage, String cell, List<Turn> turns) {
    int rounds = Math.min(MAX_ROUNDS, stage.plan().rounds());
    Plan plan = new Plan(rounds, stage.plan().perRound());
    return new Interleaved(plan, stage.progress()).compare(cell, turns);
  }

  private static void report(Report report, String system, Comparison compared) {
    double fastestPeer = fastestPeerMicros(compared);
    for (int i = 0; i < compared.variants().size(); i++) {
      double ratio = compared.figure(i, Round::medianMicros).median() / fastestPeer;
      Latencies.row(
          report,
          system,
          compared.variants().get(i),
          compared,
          i,
          Double.isInfinite(fastestPeer) ? "" : Report.twoDigits(ratio),
          i == 0 && !Double.isInfinite(fastestPeer)
              ? report
                  .eventChart()
                  .judge(
                      "p50 from commit to delivery, to the fastest peer, " + system, ratio, TARGET)
              : "");
    }
  }

  private static double fastestPeerMicros(Comparison compared) {
    double fastest = Double.POSITIVE_INFINITY;
    for (int i = OWN_VARIANTS; i < compared.variants().size(); i++) {
      fastest = Math.min(fastest, compared.figure(i, Round::medianMicros).median());
    }
    return fastest;
  }
}
