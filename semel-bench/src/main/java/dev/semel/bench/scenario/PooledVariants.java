package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Target;
import dev.semel.bench.work.Pools;
import dev.semel.postgres.PostgresStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Compares variants on one pool that has a connection for every thread. */
final class PooledVariants {
  private static final int WARM_UP_THREADS = 8;

  private final Stage stage;
  private final String work;
  private final Factory factory;

  /** Makes variants that share a pool. */
  interface Factory {
    List<Variant> variants(DataSource pool, Semel semel);
  }

  PooledVariants(Stage stage, String work, Factory factory) {
    this.stage = stage;
    this.work = work;
    this.factory = factory;
  }

  /**
   * Measures with every number of connections, and reports.
   *
   * @param targets what variants ought to reach, by their names
   * @param alsoComparedTo another variant to compare with, or null
   */
  void measure(Map<String, Target> targets, @Nullable String alsoComparedTo) {
    warmUp();
    for (int connections : stage.connections()) {
      Comparison compared = compare(connections);
      stage.report().add(new Rates(work, connections, compared, targets, alsoComparedTo));
    }
  }

  /** Lets the compiler get to know all variants, so that the first cell is not the slowest. */
  private void warmUp() {
    stage.progress().say(work + ", warming the compiler up");
    try (HikariDataSource pool = pool(WARM_UP_THREADS);
        Crew crew = new Crew(WARM_UP_THREADS)) {
      for (Variant variant : variants(pool)) {
        crew.work(variant.work(), stage.plan().perRound().multipliedBy(2));
      }
    }
  }

  private Comparison compare(int connections) {
    stage.settleDown();
    String cell =
        String.format(
            Locale.ROOT, "%s, %d connection%s", work, connections, connections == 1 ? "" : "s");
    try (HikariDataSource pool = pool(connections)) {
      return stage.interleaved().compare(cell, connections, variants(pool));
    }
  }

  private HikariDataSource pool(int connections) {
    return Pools.of(stage.database().dataSource(), connections);
  }

  private List<Variant> variants(DataSource pool) {
    return factory.variants(pool, Semel.on(PostgresStore.on(pool)));
  }
}
