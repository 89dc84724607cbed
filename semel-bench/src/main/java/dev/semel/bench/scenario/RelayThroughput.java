package dev.semel.bench.scenario;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Interleaved;
import dev.semel.bench.measure.Plan;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Spread;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxFiller;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How fast events that wait get to Kafka, by Semel's relay and by other outboxes; then how fast a
 * great many of them do, with little memory.
 */
public final class RelayThroughput implements Scenario {
  private static final String TO_KAFKA = "to Kafka";
  private static final String TO_NOWHERE = "to a sink that does nothing";
  private static final Target TARGET = Target.atLeast(10);
  private static final int MAX_ROUNDS = 3;
  private static final int SMALL_HEAP_MEGABYTES = 128;
  private static final int EVENTS_PER_TRANSACTION = 10;
  private static final double BYTES_PER_MEGABYTE = 1024 * 1024;

  @Override
  public String name() {
    return "events-relay";
  }

  @Override
  public void run(Stage stage) {
    PostgresDatabase database = stage.eventDatabase();
    double fastestPeer = compare(stage, database);
    drain(stage, database, fastestPeer);
  }

  private static double compare(Stage stage, PostgresDatabase database) {
    OutboxFiller filler = new OutboxFiller(database);
    int events = stage.events().events();
    int eventsOfSemel = stage.events().eventsOfSemel();
    try (Outboxes outboxes = new Outboxes(stage, database.jdbcUrl())) {
      List<Turn> turns = new ArrayList<>();
      turns.add(semel(outboxes.toKafka(OutboxKind.SEMEL), TO_KAFKA, filler, eventsOfSemel));
      turns.add(
          semel(
              outboxes.toNowhere(OutboxKind.SEMEL, Outboxes.MAX_HEAP_MEGABYTES),
              TO_NOWHERE,
              filler,
              eventsOfSemel));
      outboxes.peers().forEach(peer -> turns.add(peer(peer, events)));
      int rounds = Math.min(MAX_ROUNDS, stage.plan().rounds());
      Plan plan = new Plan(rounds, stage.plan().perRound());
      Comparison compared = new Interleaved(plan, stage.progress()).compare("relay", turns);
      double fastestPeer = fastest(compared, 2);
      for (int i = 0; i < turns.size(); i++) {
        report(stage.report(), compared, i, i < 2 ? eventsOfSemel : events, fastestPeer);
      }
      return fastestPeer;
    }
  }

  private static Turn semel(OutboxChild semel, String sink, OutboxFiller filler, int events) {
    return new Turn(
        semel.kind().title() + ", " + sink,
        time -> {
          filler.empty();
          semel.reset();
          filler.add(events, 1);
          return semel.drain(events);
        });
  }

  private static Turn peer(OutboxChild peer, int events) {
    return new Turn(
        peer.kind().title() + ", " + TO_KAFKA,
        time -> {
          peer.reset();
          peer.fill(events);
          return peer.drain(events);
        });
  }

  private static double fastest(Comparison compared, int first) {
    double fastest = 0;
    for (int i = first; i < compared.variants().size(); i++) {
      fastest = Math.max(fastest, compared.figure(i, Round::perSecond).median());
    }
    return fastest;
  }

  private static void report(
      Report report, Comparison compared, int variant, int events, double fastestPeer) {
    Spread rate = compared.figure(variant, Round::perSecond);
    row(report, compared.variants().get(variant), events, rate, fastestPeer, variant == 0);
  }

  private static void row(
      Report report,
      String variant,
      int events,
      Spread rate,
      double fastestPeer,
      boolean hasTarget) {
    double multiple = rate.median() / fastestPeer;
    report
        .relayed()
        .row(
            variant,
            String.format(Locale.ROOT, "%,d", events),
            Report.whole(rate.median()),
            Report.whole(rate.min()) + "–" + Report.whole(rate.max()),
            fastestPeer > 0 ? Report.twoDigits(multiple) : "",
            fastestPeer > 0 && hasTarget
                ? report
                    .eventChart()
                    .judge(
                        String.format(
                            Locale.ROOT, "%s, %,d events, to the fastest peer", variant, events),
                        multiple,
                        TARGET)
                : "");
  }

  private static void drain(Stage stage, PostgresDatabase database, double fastestPeer) {
    int waiting = stage.events().waiting();
    OutboxFiller filler = new OutboxFiller(database);
    stage.progress().say(String.format(Locale.ROOT, "%,d events gather", waiting));
    filler.empty();
    filler.add(waiting, EVENTS_PER_TRANSACTION);
    stage.settleDown();
    try (Outboxes outboxes = new Outboxes(stage, database.jdbcUrl())) {
      drain(
          stage,
          outboxes.toKafka(OutboxKind.SEMEL_FROM_OLDEST, SMALL_HEAP_MEGABYTES),
          TO_KAFKA,
          fastestPeer);
      drain(
          stage,
          outboxes.toNowhere(OutboxKind.SEMEL_FROM_OLDEST, SMALL_HEAP_MEGABYTES),
          TO_NOWHERE,
          fastestPeer);
    }
  }

  private static void drain(Stage stage, OutboxChild semel, String sink, double fastestPeer) {
    int waiting = stage.events().waiting();
    semel.reset();
    double perSecond = semel.drain(waiting).perSecond();
    double heapMegabytes = semel.peakHeapBytes() / BYTES_PER_MEGABYTE;
    stage
        .progress()
        .say(
            String.format(
                Locale.ROOT,
                "%,d waiting, %s: %.0f/s, %.0f MB",
                waiting,
                sink,
                perSecond,
                heapMegabytes));
    row(
        stage.report(),
        semel.kind().title() + ", all of them waiting, " + sink,
        waiting,
        new Spread(perSecond, perSecond, perSecond),
        fastestPeer,
        sink.equals(TO_KAFKA));
    stage
        .report()
        .eventFigure(
            String.format(
                Locale.ROOT,
                "MB in the parts of a heap of %d, each at its fullest, %,d waiting, %s",
                SMALL_HEAP_MEGABYTES,
                waiting,
                sink),
            heapMegabytes);
  }
}
