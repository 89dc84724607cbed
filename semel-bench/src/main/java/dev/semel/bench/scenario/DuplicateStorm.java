package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Work;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Target;
import dev.semel.bench.work.PoolTimeouts;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.SmallCommands;
import dev.semel.bench.work.Storm;
import dev.semel.postgres.PostgresStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What hundreds of duplicates of one key do to the traffic of all other keys, when both share a
 * small pool. In every other round the storm rages for half of the time and is answered in the
 * middle of it.
 */
public final class DuplicateStorm implements Scenario {
  private static final String WORK = "other keys beside a storm";
  private static final String WITH_STORM =
      "with %d duplicates of one key".formatted(Storm.DUPLICATES);
  private static final Target TARGET = Target.atLeast(0.90);
  private static final int CONNECTIONS = 10;
  private static final int ORDINARY_THREADS = 8;

  @Override
  public String name() {
    return "storm";
  }

  @Override
  public void run(Stage stage) {
    stage.settleDown();
    PoolTimeouts timeouts = new PoolTimeouts();
    try (HikariDataSource pool =
            Pools.counting(stage.database().dataSource(), CONNECTIONS, timeouts);
        Crew crew = new Crew(ORDINARY_THREADS)) {
      Semel here = Semel.on(PostgresStore.on(pool));
      Storm storm = new Storm(List.of(here, Semel.on(PostgresStore.on(pool))));
      Work.Timed ordinary = Work.timed(() -> SmallCommands.run(here, SmallCommands.PAY));
      Comparison comparison = compare(stage, crew, ordinary, storm);
      stage
          .report()
          .add(new Rates(WORK, CONNECTIONS, comparison, Map.of(WITH_STORM, TARGET), null));
      reportFacts(stage, storm, timeouts);
    }
  }

  private static Comparison compare(Stage stage, Crew crew, Work.Timed ordinary, Storm storm) {
    Duration perRound = stage.plan().perRound();
    List<Round> calm = new ArrayList<>();
    List<Round> stormy = new ArrayList<>();
    crew.work(ordinary, perRound);
    for (int round = 1; round <= stage.plan().rounds(); round++) {
      calm.add(crew.work(ordinary, perRound));
      try (Storm.Raging raging = storm.rage(perRound.dividedBy(2))) {
        stormy.add(crew.work(ordinary, perRound));
      }
      stage
          .progress()
          .say(
              String.format(
                  Locale.ROOT,
                  "storm, round %d of %d: without %.0f/s · with %.0f/s",
                  round,
                  stage.plan().rounds(),
                  calm.get(round - 1).perSecond(),
                  stormy.get(round - 1).perSecond()));
    }
    return new Comparison(List.of("without", WITH_STORM), List.of(calm, stormy));
  }

  private static void reportFacts(Stage stage, Storm storm, PoolTimeouts timeouts) {
    long effects =
        stage
            .database()
            .queryLong("SELECT count(*) FROM bench.payment WHERE note LIKE ?", Storm.NOTE + "%");
    stage
        .report()
        .figure(
            "storms of %d duplicates, pool of %d".formatted(Storm.DUPLICATES, CONNECTIONS),
            storm.count());
    stage.report().fact("effects of them", effects, storm.count());
    stage
        .report()
        .fact("duplicates answered", storm.answered(), (long) Storm.DUPLICATES * storm.count());
    stage.report().fact("callers who waited for a connection in vain", timeouts.count(), 0);
  }
}
