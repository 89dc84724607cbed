package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.ScriptedSink;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of the outbox and positions of relays that come from another cluster. */
class RestoredClusterIT {
  private static final int TRANSACTIONS_AHEAD = 1_000;

  private static OwnPostgresServer young;

  private PostgresDatabase old;
  private PostgresDatabase restored;
  private final List<RelayedEvent> arrivedOld = new CopyOnWriteArrayList<>();
  private final List<RelayedEvent> arrived = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    young = PostgresServer.start(PostgresSettings.fast());
  }

  @AfterAll
  static void stop() {
    young.close();
  }

  @BeforeEach
  void makeDatabases() {
    old = PostgresServer.shared().newDatabase("old");
    restored = young.newDatabase("restored");
    PostgresStore.builder(old.dataSource()).migrate().build();
    PostgresStore.builder(restored.dataSource()).migrate().build();
    moveAhead();
  }

  @AfterEach
  void dropDatabases() {
    old.close();
    restored.close();
  }

  private void moveAhead() {
    long missing = nextXid(restored) + TRANSACTIONS_AHEAD - nextXid(old);
    burn(old, missing);
  }

  private static void burn(PostgresDatabase database, long transactions) {
    database.execute(
        "DO $$ BEGIN FOR i IN 1..%d LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
            .formatted(transactions));
  }

  private static long nextXid(PostgresDatabase database) {
    return database.queryLong("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
  }

  @Test
  void eventsWrittenAfterRestoreArePublished() {
    publish(old, "before", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    ClusterCopy.dump(old, restored);
    publish(restored, "after", 0, 15);
    runRelay(restored, "kafka", arrived, 15);
    assertThat(keys(arrived)).containsExactlyInAnyOrderElementsOf(expected("after", 0, 15));
  }

  /** Only the identity of the cluster differs when the relay starts. */
  @Test
  void eventsWrittenAfterRestoreArePublishedThoughTheServerHasOvertakenThePosition() {
    publish(old, "before", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    ClusterCopy.dump(old, restored);
    publish(restored, "after", 0, 15);
    burn(restored, nextXid(old) - nextXid(restored));
    assertThat(PostgresRelays.on(restored.dataSource()).status("kafka").otherCluster())
        .isEqualTo("positions name another cluster");
    runRelay(restored, "kafka", arrived, 15);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("after", 0, 15));
  }

  /** Only the numbers say so: the role may not read the identity. */
  @Test
  void eventsWrittenAfterRestoreArePublishedThoughTheClusterIsNotKnown() {
    publish(old, "before", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    ClusterCopy.dump(old, restored);
    restored.execute("UPDATE semel.relay_shard SET system_identifier = NULL, outbox_oid = NULL");
    publish(restored, "after", 0, 15);
    runRelay(restored, "kafka", arrived, 15);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("after", 0, 15));
  }

  @Test
  void eventsPendingInDumpArePublishedBeforeNewOnes() {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    publish(old, "e", 10, 20);
    ClusterCopy.dump(old, restored);
    publish(restored, "e", 20, 30);
    runRelay(restored, "kafka", arrived, 20);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 30));
  }

  /** The server gives savepoints transaction ids of their own. */
  @Test
  void eventsWrittenInSavepointsAfterRestoreArePublished() throws SQLException {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    ClusterCopy.dump(old, restored);
    try (Connection connection = restored.connect()) {
      connection.setAutoCommit(false);
      for (String key : expected("e", 10, 15)) {
        connection.createStatement().execute("SELECT pg_current_xact_id()");
        connection.setSavepoint();
        publishOne(connection, restored, "7", key);
        connection.commit();
      }
    }
    runRelay(restored, "kafka", arrived, 5);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 15));
  }

  /** Logical replication copies rows, and no sequences. */
  @Test
  void newEventsFollowPendingOnesThoughTheSequenceWasNotCopied() {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    publish(old, "e", 10, 20);
    old.execute("DELETE FROM semel.outbox WHERE seq <= 10");
    ClusterCopy.replicate(old, restored);
    publish(restored, "e", 20, 28);
    runRelay(restored, "kafka", arrived, 18);
    publish(restored, "e", 28, 40);
    runRelay(restored, "kafka", arrived, 30);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 40));
  }

  /** Commands have failed with values in use until the sequence had overtaken them. */
  @Test
  void newEventsFollowPendingOnesThoughTheSequenceHasOvertakenThem() {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    publish(old, "e", 10, 15);
    old.execute("DELETE FROM semel.outbox WHERE seq <= 10");
    ClusterCopy.replicate(old, restored);
    publish(restored, "e", 15, 25);
    restored.queryLong("SELECT setval('semel.outbox_seq_seq', 15)");
    publish(restored, "e", 25, 30);
    runRelay(restored, "kafka", arrived, 20);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 30));
  }

  @Test
  void transactionThatWasOpenBehindThePositionIsPublishedAndNothingElse() throws SQLException {
    try (Connection open = old.connect()) {
      open.setAutoCommit(false);
      publishOne(open, old, "slow", "slow 0");
      publishOne(open, old, "slow", "slow 1");
      publishInEachShard();
      runRelay(old, "kafka", arrivedOld, 20);
      open.commit();
    }
    ClusterCopy.dump(old, restored);
    publish(restored, "e", 0, 2);
    runRelay(restored, "kafka", arrived, 4);
    assertThat(keys(arrived)).containsExactlyInAnyOrder("slow 0", "slow 1", "e 0", "e 1");
    assertThat(keys(arrived)).containsSubsequence("slow 0", "slow 1");
  }

  private void publishInEachShard() throws SQLException {
    try (Connection connection = old.connect()) {
      connection.setAutoCommit(false);
      for (int n = 0; n < 20; n++) {
        publishOne(connection, old, "aggregate " + n, "passed " + n);
        connection.commit();
      }
    }
  }

  @Test
  void eachRelayContinuesAtItsOwnPosition() {
    publish(old, "e", 0, 5);
    runRelay(old, "nats", arrivedOld, 5);
    publish(old, "e", 5, 10);
    runRelay(old, "kafka", arrivedOld, 15);
    ClusterCopy.dump(old, restored);
    publish(restored, "e", 10, 12);
    runRelay(restored, "kafka", arrived, 2);
    List<RelayedEvent> second = new CopyOnWriteArrayList<>();
    runRelay(restored, "nats", second, 7);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 12));
    assertThat(keys(second)).containsExactlyElementsOf(expected("e", 5, 12));
  }

  @Test
  void deadLetterIsRedrivenAfterRestoreAndItsAggregateFollows() {
    publish(old, "e", 0, 1);
    refuse(old, "e 0");
    publish(old, "e", 1, 3);
    ClusterCopy.dump(old, restored);
    PostgresRelays relays = PostgresRelays.on(restored.dataSource());
    DeadLetters.Decision decision = new DeadLetters.Decision("clerk", "the broker takes it now");
    assertThat(relays.deadLetters("kafka").redrive(DeadLetterFilter.all(), 10, decision))
        .isEqualTo(1);
    runRelay(restored, "kafka", arrived, 3);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 0, 3));
  }

  @Test
  void nothingIsPurgedBeforePositionsAreAdapted() {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    publish(old, "e", 10, 20);
    ClusterCopy.dump(old, restored);
    PostgresRelays relays = PostgresRelays.on(restored.dataSource());
    OutboxRetention now = new OutboxRetention(Duration.ofNanos(1), 1_000, 1);
    assertThat(relays.purgeBatch(now, 0).removed()).isZero();
    assertThat(relays.status("kafka").otherCluster()).contains("ahead of the server");
    assertThat(relays.adoptCluster()).isTrue();
    assertThat(relays.purgeBatch(now, 0).removed()).isZero();
    assertThat(relays.status("kafka").otherCluster()).isNull();
    assertThat(relays.status("kafka").waitingEvents()).isEqualTo(10);
    runRelay(restored, "kafka", arrived, 10);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 20));
  }

  /** What pg_upgrade does: the same transaction ids in a cluster with another identifier. */
  @Test
  void nothingIsPublishedTwiceIfOnlyTheClusterHasAnotherName() {
    publish(restored, "e", 0, 10);
    runRelay(restored, "kafka", arrivedOld, 10);
    publish(restored, "e", 10, 12);
    restored.execute("UPDATE semel.relay_shard SET system_identifier = 1");
    runRelay(restored, "kafka", arrived, 2);
    assertThat(keys(arrived)).containsExactlyElementsOf(expected("e", 10, 12));
  }

  @Test
  void positionsAreAdaptedOnceHoweverManyNodesStart() throws Exception {
    publish(old, "e", 0, 10);
    runRelay(old, "kafka", arrivedOld, 10);
    ClusterCopy.dump(old, restored);
    long fences = restored.queryLong("SELECT sum(fence)::bigint FROM semel.relay_shard");
    ExecutorService nodes = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> adopted =
          nodes.invokeAll(
              Collections.nCopies(
                  4, () -> PostgresRelays.on(restored.dataSource()).adoptCluster()));
      int times = 0;
      for (Future<Boolean> node : adopted) {
        times += node.get() ? 1 : 0;
      }
      assertThat(times).isEqualTo(1);
    } finally {
      nodes.shutdownNow();
    }
    assertThat(restored.queryLong("SELECT sum(fence)::bigint FROM semel.relay_shard"))
        .isEqualTo(fences + 4);
  }

  @Test
  void sequencesThatWereNotCopiedContinueBehindTheRows() {
    old.execute(
        """
        INSERT INTO semel.relay_decision (decided_at, relay, event_id, decision, reason, decided_by)
        VALUES (now(), 'kafka', gen_random_uuid(), 'DISCARDED', 'a test', 'clerk');
        INSERT INTO semel.inbox_message (
          received_at, due_at, fence, attempts, consumer, source, message_id, state, tenant, payload_hash, headers)
        SELECT now(), now(), 0, 0, 'consumer', 'source', n::text, 'WAITING', 'acme', ''::bytea, '{}'
        FROM generate_series(1, 5) AS n
        """);
    ClusterCopy.replicate(old, restored);
    PostgresRelays.on(restored.dataSource()).adoptCluster();
    assertThat(restored.queryLong("SELECT nextval('semel.relay_decision_id_seq')")).isEqualTo(2);
    assertThat(restored.queryLong("SELECT nextval('semel.inbox_message_seq_seq')")).isEqualTo(6);
  }

  private static List<String> expected(String prefix, int from, int until) {
    return IntStream.range(from, until).mapToObj(n -> prefix + " " + n).toList();
  }

  private static List<String> keys(List<RelayedEvent> events) {
    return events.stream().map(RelayedEvent::key).toList();
  }

  /** One transaction per event, all of one aggregate. */
  private static void publish(PostgresDatabase to, String prefix, int from, int until) {
    Semel semel = Semel.on(PostgresStore.on(to.dataSource()));
    try (Connection connection = to.connect()) {
      connection.setAutoCommit(false);
      for (String key : expected(prefix, from, until)) {
        semel.within(connection).publish("acme", event("7", key));
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Event event(String aggregate, String key) {
    return Event.of("case", aggregate, "changed", "{}").keyed(key);
  }

  private static void publishOne(
      Connection connection, PostgresDatabase to, String aggregate, String key) {
    Semel.on(PostgresStore.on(to.dataSource()))
        .within(connection)
        .publish("acme", event(aggregate, key));
  }

  private static void refuse(PostgresDatabase database, String key) {
    ScriptedSink sink = new ScriptedSink("refusing", (node, batch) -> {});
    sink.when(event -> event.key().equals(key), delivery -> delivery.refused("too large"));
    PostgresRelays relays = PostgresRelays.on(database.dataSource());
    try (Relay relay =
        Relay.builder(relays, "kafka", sink).settings(RelaySettings.standard().shards(4)).build()) {
      relay.start();
      Eventually.holds("a dead letter", () -> relay.status().deadLetters() == 1);
    }
  }

  /** Runs a relay until so many events have arrived and nothing waits. */
  private static void runRelay(
      PostgresDatabase database, String name, List<RelayedEvent> arrivals, int events) {
    ScriptedSink sink = new ScriptedSink(name, (node, batch) -> arrivals.addAll(batch));
    try (Relay relay =
        Relay.builder(PostgresRelays.on(database.dataSource()), name, sink)
            .settings(RelaySettings.standard().shards(4))
            .build()) {
      relay.start();
      Eventually.holds("the events arrive", () -> arrivals.size() >= events);
    }
  }
}
