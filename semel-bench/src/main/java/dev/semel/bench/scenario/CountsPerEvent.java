package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.bench.measure.Variant;
import dev.semel.bench.outbox.OutboxChild;
import dev.semel.bench.outbox.OutboxKind;
import dev.semel.bench.report.Table;
import dev.semel.bench.work.BusinessTables;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.PublishingCommands;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.util.List;
import java.util.Locale;

/**
 * What an event adds to a transaction in numbers that do not depend on the machine. Without
 * Namastack, which cannot be kept from asking the database now and then.
 */
public final class CountsPerEvent implements Scenario {
  private static final String WORK = "one insert, one event";
  private static final List<OutboxKind> QUIET_PEERS =
      List.of(OutboxKind.TRANSACTION_OUTBOX, OutboxKind.MODULITH);

  @Override
  public String name() {
    return "events-counts";
  }

  @Override
  public void run(Stage stage) {
    stage.progress().say("counting, on a server of its own");
    try (OwnPostgresServer server = PostgresServer.start(CountsPerCommand.settings());
        FaultProxy proxy = FaultProxy.to(server.host(), server.port())) {
      PostgresDatabase database = server.database("counted");
      BusinessTables.create(database);
      Counter counter = new Counter(server, database, proxy, stage.plan());
      countSemel(stage, counter, database, proxy);
      if (stage.events().withPeers()) {
        String jdbcUrl =
            String.format(
                Locale.ROOT,
                "jdbc:postgresql://%s:%d/%s?user=%s",
                proxy.host(),
                proxy.port(),
                database.name(),
                database.user());
        QUIET_PEERS.forEach(kind -> countPeer(stage, counter, kind, jdbcUrl));
      }
    }
  }

  private static void countSemel(
      Stage stage, Counter counter, PostgresDatabase database, FaultProxy proxy) {
    try (HikariDataSource pool = Pools.of(database.dataSourceVia(proxy.host(), proxy.port()), 1)) {
      PublishingCommands work = new PublishingCommands(pool, Semel.on(PostgresStore.on(pool)));
      Table table = stage.report().eventCounts();
      CountsPerCommand.count(stage, counter, WORK, work.transactions(), table);
      CountsPerCommand.count(stage, counter, WORK, work.commands(), table);
    }
  }

  private static void countPeer(Stage stage, Counter counter, OutboxKind kind, String jdbcUrl) {
    try (Outboxes outboxes = new Outboxes(stage, jdbcUrl)) {
      OutboxChild peer = outboxes.toKafka(kind);
      CountsPerCommand.count(
          stage,
          counter,
          WORK,
          List.of(
              Variant.of(kind.title() + ", transaction", peer.payOnce()),
              Variant.of(kind.title() + ", transaction and an event", peer.publishOnce())),
          stage.report().eventCounts());
    }
  }
}
