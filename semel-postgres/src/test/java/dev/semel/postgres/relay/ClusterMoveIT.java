package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Moves to another cluster with PostgreSQL's own programs. */
@Tag("thorough")
class ClusterMoveIT {
  private static final int TRANSACTIONS_AHEAD = 20_000;

  private final List<RelayedEvent> arrivedBlue = new CopyOnWriteArrayList<>();
  private final List<RelayedEvent> arrivedGreen = new CopyOnWriteArrayList<>();
  private DebianCluster blue;
  private DebianCluster green;

  @BeforeEach
  void start() throws IOException, SQLException {
    Assumptions.assumeTrue(
        Files.isExecutable(DebianCluster.BINARIES.resolve("pg_dump")),
        "PostgreSQL 15 is not installed; on Debian: apt-get install postgresql-15");
    blue = DebianCluster.start();
    green = DebianCluster.start();
    PostgresStore.builder(blue.dataSource()).migrate().build();
  }

  @AfterEach
  void stop() {
    if (green != null) {
      blue.close();
      green.close();
    }
  }

  private static void moveAhead(DebianCluster cluster) throws SQLException {
    cluster.execute(
        "DO $$ BEGIN FOR i IN 1..%d LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
            .formatted(TRANSACTIONS_AHEAD));
  }

  @Test
  void eventsOfARestoredDumpAndNewOnesArePublishedOnce() throws Exception {
    moveAhead(blue);
    publish(blue, 0, 10);
    runRelay(blue, arrivedBlue, 10);
    publish(blue, 10, 20);
    green.restore(blue);
    publish(green, 20, 35);
    runRelay(green, arrivedGreen, 25);
    assertThat(keys(arrivedGreen)).containsExactlyElementsOf(expected(10, 35));
  }

  @Test
  void subscriberOfLogicalReplicationTakesOver() throws Exception {
    moveAhead(blue);
    takeOver();
  }

  @Test
  void subscriberThatIsAheadInTransactionIdsTakesOver() throws Exception {
    moveAhead(green);
    takeOver();
  }

  /** Positions go back together with transaction ids, so nothing has to be adapted. */
  @Test
  void physicalBackupContinuesAtThePositionThatIsInIt() throws Exception {
    publish(blue, 0, 10);
    runRelay(blue, arrivedBlue, 10);
    publish(blue, 10, 15);
    try (DebianCluster recovered = DebianCluster.ofBackup(blue)) {
      publish(blue, 15, 30);
      runRelay(blue, arrivedBlue, 30);
      moveAhead(blue);
      recovered.recover();
      Eventually.holds(
          "it accepts writes", () -> isTrue(recovered, "SELECT NOT pg_is_in_recovery()"));
      assertThat(recovered.query("SELECT pg_walfile_name(pg_current_wal_lsn())"))
          .startsWith("00000002");
      publish(recovered, 30, 40);
      runRelay(recovered, arrivedGreen, 15);
    }
    assertThat(keys(arrivedGreen)).startsWith("e 10", "e 11").endsWith("e 38", "e 39").hasSize(15);
  }

  private void takeOver() throws Exception {
    publish(blue, 0, 10);
    green.restore(blue, "--schema-only");
    blue.execute(snippet("move-publication"));
    green.execute(
        snippet("move-subscription")
            .replace("host=blue dbname=casework user=replicator", blue.connection()));
    Eventually.holds("the tables are copied", this::isCopied);
    publish(blue, 10, 20);
    runRelay(blue, arrivedBlue, 20);
    publish(blue, 20, 30);
    String end = blue.query(snippet("move-end"));
    Eventually.holds("green has caught up", () -> hasCaughtUp(end));
    green.execute(snippet("move-drop"));
    assertThat(PostgresRelays.on(green.dataSource()).adoptCluster()).isTrue();
    publish(green, 30, 40);
    runRelay(green, arrivedGreen, 20);
    assertThat(keys(arrivedBlue)).containsExactlyElementsOf(expected(0, 20));
    assertThat(keys(arrivedGreen)).containsExactlyElementsOf(expected(20, 40));
  }

  private boolean isCopied() {
    return isTrue(green, snippet("move-copied"));
  }

  private boolean hasCaughtUp(String lsn) {
    return isTrue(blue, snippet("move-caught-up").replace("0/15E3A10", lsn));
  }

  private static String snippet(String name) {
    return Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name);
  }

  private static boolean isTrue(DebianCluster cluster, String query) {
    try {
      return "t".equals(cluster.query(query));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> expected(int from, int until) {
    return IntStream.range(from, until).mapToObj(n -> "e " + n).toList();
  }

  private static List<String> keys(List<RelayedEvent> events) {
    return events.stream().map(RelayedEvent::key).toList();
  }

  private static void publish(DebianCluster to, int from, int until) throws SQLException {
    Semel semel = Semel.on(PostgresStore.on(to.dataSource()));
    try (Connection connection = to.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      for (String key : expected(from, until)) {
        semel.within(connection).publish("acme", Event.of("case", "7", "changed", "{}").keyed(key));
        connection.commit();
      }
    }
  }

  private static void runRelay(DebianCluster cluster, List<RelayedEvent> arrivals, int events) {
    ScriptedSink sink = new ScriptedSink("a", (node, batch) -> arrivals.addAll(batch));
    PostgresRelays relays = PostgresRelays.on(cluster.dataSource());
    try (Relay relay = Relay.builder(relays, "kafka", sink).build()) {
      relay.start();
      Eventually.holds("the events arrive", () -> arrivals.size() >= events);
    }
  }
}
