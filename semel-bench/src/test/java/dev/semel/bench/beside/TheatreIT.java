package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.bench.beside.Theatre.Gate;
import dev.semel.bench.contender.Desk;
import dev.semel.bench.contender.Kind;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TheatreIT {
  private static final String WAIT = "SELECT pg_advisory_lock(1)";

  @Test
  void whoWaitsInAnotherDatabaseIsNotCountedHere() throws SQLException {
    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.durable())) {
      PostgresDatabase here = server.database("here");
      PostgresDatabase there = server.database("there");
      try (Connection holder = there.connect();
          Statement hold = holder.createStatement()) {
        hold.execute(WAIT);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> waitAs("B", there));
        Theatre ofThere = theatre(Kind.SEMEL_OUTBOX, there);
        Theatre.require(
            Theatre.PATIENCE, () -> ofThere.waitingConnections("B") == 1, "nobody waits");

        assertThat(theatre(Kind.SEMEL_OUTBOX, here).waitingConnections("B")).isZero();

        hold.execute("SELECT pg_advisory_unlock(1)");
        waiting.join();
      }
    }
  }

  @Test
  void whatTheRelayHasNotPublishedIsWaitedFor() {
    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.durable())) {
      PostgresDatabase database = server.database("relay");
      Tables.create(database);
      try (Theatre theatre = theatre(Kind.SEMEL_OUTBOX, database);
          Gate gate = theatre.closeGate("A", Desk.deliveryOf("one"))) {
        Node a = theatre.node("A");
        a.call("one", "5", Theatre.PATIENCE);
        theatre.awaitArrival(a, Desk.deliveryOf("one"));
        assertThat(theatre.entry().pending(database)).isEqualTo(1);

        gate.open();
        theatre.settle();

        assertThat(theatre.entry().pending(database)).isZero();
        assertThat(theatre.effects("one")).isEqualTo(1);
      }
    }
  }

  private static Theatre theatre(Kind kind, PostgresDatabase database) {
    Entry entry = Entry.all().stream().filter(one -> one.kind() == kind).findFirst().orElseThrow();
    return new Theatre(entry, Timing.brief(), database);
  }

  private static void waitAs(String name, PostgresDatabase database) {
    try (Connection connection =
            database.dataSource(Map.of("ApplicationName", name)).getConnection();
        Statement wait = connection.createStatement()) {
      wait.execute(WAIT);
    } catch (SQLException e) {
      throw new IllegalStateException("the lock could not be waited for", e);
    }
  }
}
