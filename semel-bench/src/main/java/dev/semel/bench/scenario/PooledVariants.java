package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.work.Pools;
import dev.semel.postgres.PostgresStore;
import java.util.List;
import javax.sql.DataSource;

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

  /** Lets the compiler get to know all variants, so that the first cell is not the slowest. */
  void warmUp() {
    stage.progress().say(work + ", warming the compiler up");
    try (HikariDataSource pool = pool(WARM_UP_THREADS);
        Crew crew = new Crew(WARM_UP_THREADS)) {
      for (Variant variant : variants(pool)) {
        crew.work(variant.work(), stage.plan().perRound().multipliedBy(2));
      }
    }
  }

  Comparison compare(int connections) {
    stage.settleDown();
    String cell = "%s, %d connection%s".formatted(work, connections, connections == 1 ? "" : "s");
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
