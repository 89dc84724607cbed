package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.report.Report;
import dev.semel.bench.report.Table;
import dev.semel.bench.work.BusinessTables;
import dev.semel.bench.work.FullCommands;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.Replays;
import dev.semel.bench.work.SmallCommands;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.util.List;

/**
 * What a command costs in numbers that do not depend on the machine. On a server of its own, where
 * nothing else writes, with one connection through a proxy that counts.
 */
public final class CountsPerCommand implements Scenario {
  @Override
  public String name() {
    return "counts";
  }

  @Override
  public void run(Stage stage) {
    stage.progress().say("counting, on a server of its own");
    try (OwnPostgresServer server = PostgresServer.start(settings());
        FaultProxy proxy = FaultProxy.to(server.host(), server.port())) {
      PostgresDatabase database = server.database("counted");
      BusinessTables.create(database);
      Replays.prepare(database);
      Counter counter = new Counter(server, database, proxy, stage.plan());
      try (HikariDataSource pool =
          Pools.of(database.dataSourceVia(proxy.host(), proxy.port()), 1)) {
        Semel semel = Semel.on(PostgresStore.on(pool));
        count(stage, counter, SmallestCommand.WORK, new SmallCommands(pool, semel).variants());
        count(stage, counter, ReadUpdateAuditEvent.WORK, new FullCommands(pool, semel).variants());
        count(
            stage, counter, ReplayAgainstSelect.WORK, Replays.of(database, pool, semel).variants());
      }
    }
  }

  static PostgresSettings settings() {
    return PostgresSettings.durable()
        .with("max_wal_size", "8GB")
        .with("checkpoint_timeout", "1h")
        .with("autovacuum", "off")
        .with("shared_preload_libraries", "pg_stat_statements")
        // BEGIN and COMMIT are the same for all, and it counts them only as long as they are new.
        .with("pg_stat_statements.track_utility", "off");
  }

  private static void count(Stage stage, Counter counter, String work, List<Variant> variants) {
    count(stage, counter, work, variants, stage.report().counts());
  }

  /** Counts and adds a line for each variant. */
  static void count(
      Stage stage, Counter counter, String work, List<Variant> variants, Table table) {
    for (Variant variant : variants) {
      stage.progress().say("counting %s, %s".formatted(work, variant.name()));
      Counter.Counts counts = counter.count(variant.work());
      table.row(
          work,
          variant.name(),
          Report.twoDigits(counts.statements()),
          Report.twoDigits(counts.roundTrips()),
          Report.whole(counts.steadyWalBytes()),
          Report.whole(counts.freshWalBytes()));
    }
  }
}
