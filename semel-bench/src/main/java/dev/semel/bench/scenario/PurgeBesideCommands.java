package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Round;
import dev.semel.bench.report.Rates;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.Purging;
import dev.semel.bench.work.RecordFiller;
import dev.semel.bench.work.RecordTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How fast expired records go while commands come in, and what the commands lose by it. */
public final class PurgeBesideCommands implements Scenario {
  private static final String WORK = "one insert beside a purge";
  private static final int THREADS = 8;

  /** One more for the purge, so that it is not the pool that is measured. */
  private static final int CONNECTIONS = THREADS + 1;

  @Override
  public String name() {
    return "purge";
  }

  @Override
  public void run(Stage stage) {
    int expired = stage.records().get(0);
    RecordFiller filler = new RecordFiller(stage.database(), stage.progress());
    String schema = filler.fillExpired(expired);
    try (HikariDataSource pool = Pools.of(stage.database().dataSource(), CONNECTIONS);
        Crew crew = new Crew(THREADS)) {
      RecordTable table = RecordTable.on(pool, schema, expired);
      Purging purging = new Purging(table.semel(), removed -> filler.addExpired(schema, removed));
      stage
          .report()
          .add(new Rates(WORK, CONNECTIONS, compare(stage, crew, table, purging), Map.of(), null));
      stage
          .report()
          .figure(
              String.format(
                  Locale.ROOT,
                  "expired records purged per second beside commands, of %,d",
                  expired),
              purging.perSecond());
    }
  }

  private static Comparison compare(Stage stage, Crew crew, RecordTable table, Purging purging) {
    Duration perRound = stage.plan().perRound();
    List<Round> calm = new ArrayList<>();
    List<Round> purged = new ArrayList<>();
    crew.work(table.command(), perRound);
    for (int round = 1; round <= stage.plan().rounds(); round++) {
      calm.add(crew.work(table.command(), perRound));
      try (Purging.Running running = purging.start()) {
        purged.add(crew.work(table.command(), perRound));
      }
      stage
          .progress()
          .say(
              String.format(
                  Locale.ROOT,
                  "purge, round %d of %d: without %.0f/s · with %.0f/s · %.0f purged/s",
                  round,
                  stage.plan().rounds(),
                  calm.get(round - 1).perSecond(),
                  purged.get(round - 1).perSecond(),
                  purging.perSecond()));
      purging.replaceRemoved();
    }
    return new Comparison(List.of("without", "with a purge"), List.of(calm, purged));
  }
}
