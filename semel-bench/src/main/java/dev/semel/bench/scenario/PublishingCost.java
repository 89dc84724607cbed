package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Spread;
import dev.semel.bench.measure.Turn;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Target;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.PublishingCommands;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What an event adds to the transaction that publishes it, while nothing delivers. */
public final class PublishingCost implements Scenario {
  private static final Target TARGET = Target.atMost(0.35);
  private static final double MICROS_PER_MILLI = 1_000;

  @Override
  public String name() {
    return "events-publish";
  }

  @Override
  public void run(Stage stage) {
    PostgresDatabase database = stage.eventDatabase();
    stage.settleDown();
    try (Outboxes outboxes = new Outboxes(stage, database.jdbcUrl());
        HikariDataSource pool = Pools.of(database.dataSource(), 1);
        Crew crew = new Crew(1)) {
      List<String> names = new ArrayList<>();
      List<Turn> turns = new ArrayList<>();
      addCommands(pool, crew, names, turns);
      addOutbox(outboxes.toNowhere(OutboxKind.SEMEL, Outboxes.MAX_HEAP_MEGABYTES), names, turns);
      outboxes.peers().forEach(peer -> addOutbox(peer, names, turns));
      Comparison compared = stage.interleaved().compare("publishing", turns);
      for (int i = 0; i < names.size(); i++) {
        report(stage.report(), names.get(i), compared, 2 * i);
      }
    }
  }

  private static void addCommands(
      HikariDataSource pool, Crew crew, List<String> names, List<Turn> turns) {
    PublishingCommands commands = new PublishingCommands(pool, Semel.on(PostgresStore.on(pool)));
    names.add("Semel, in a command of one insert");
    for (Variant variant : commands.commands()) {
      turns.add(new Turn(variant.name(), time -> crew.work(variant.work(), time)));
    }
  }

  private static void addOutbox(OutboxChild outbox, List<String> names, List<Turn> turns) {
    String title = outbox.kind().title();
    names.add(title + ", in a transaction of one insert");
    turns.add(new Turn(title + " without", outbox::pay));
    turns.add(new Turn(title + " with", outbox::publish));
  }

  private static void report(Report report, String name, Comparison compared, int without) {
    int with = without + 1;
    Spread added = addedMillis(compared, without, with);
    report
        .published()
        .row(
            name,
            Report.twoDigits(
                compared.figure(without, Round::medianMicros).median() / MICROS_PER_MILLI),
            Report.twoDigits(
                compared.figure(with, Round::medianMicros).median() / MICROS_PER_MILLI),
            Report.twoDigits(added.median()),
            Report.twoDigits(added.min()) + "–" + Report.twoDigits(added.max()),
            name.startsWith(OutboxKind.SEMEL.title())
                ? report
                    .eventChart()
                    .judge(
                        "ms that an event adds to a transaction, " + name, added.median(), TARGET)
                : "");
  }

  private static Spread addedMillis(Comparison compared, int without, int with) {
    List<Round> base = compared.rounds().get(without);
    List<Round> more = compared.rounds().get(with);
    return Spread.of(
        IntStream.range(0, base.size())
            .mapToDouble(
                i -> (more.get(i).medianMicros() - base.get(i).medianMicros()) / MICROS_PER_MILLI)
            .toArray());
  }
}
