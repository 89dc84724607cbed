package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.PurgeSettings;
import dev.semel.inbox.Aggregate;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.Received;
import dev.semel.inbox.ReplayRequest;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.ViolationRecord;
import dev.semel.inbox.WorkReport;
import dev.semel.inbox.WorkSettings;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on the inbox. */
@ExtendWith(PostgresExtension.class)
class InboxGuideIT {
  // snippet: inbox-consumer
  static final ConsumerSettings DASHBOARD = ConsumerSettings.named("dashboard", "acme");

  // end snippet

  // snippet: inbox-handler
  static final NamedSql COUNT = // of dev.semel.jdbc; a PreparedStatement does as well
      NamedSql.of("INSERT INTO board (case_id, message_id) VALUES (:case, :message)");

  // end snippet

  private final PostgresDatabase database;
  private final DataSource dataSource;
  private final List<Message> acknowledged = new ArrayList<>();

  InboxGuideIT(PostgresDatabase database) {
    this.database = database;
    this.dataSource = database.dataSource();
    PostgresStore.builder(dataSource).migrate().build();
    database.execute("CREATE TABLE IF NOT EXISTS board (case_id text, message_id text)");
  }

  @BeforeEach
  void startEmpty() {
    database.execute(
        """
        DELETE FROM board; DELETE FROM semel.inbox; DELETE FROM semel.inbox_message;
        DELETE FROM semel.inbox_violation; DELETE FROM semel.inbox_version
        """);
  }

  private Inbox inbox() {
    return Inbox.on(PostgresStore.on(dataSource).inbox());
  }

  private static Message message(String id) {
    return Message.of("cases", id, "{}".getBytes(StandardCharsets.UTF_8)).key("case-7");
  }

  private static Message version(String id, long version) {
    return message(id).type("CaseApproved").about("case", "case-7", version);
  }

  // snippet: inbox-handler
  void count(Message message, JdbcEffect effect) throws SQLException {
    try (NamedSql.Bound insert = COUNT.prepare(effect.connection())) {
      insert.set("case", message.key()).set("message", message.id().id());
      insert.statement().executeUpdate();
    }
    effect.audit("COUNT_CASE", message.id().id(), null);
    effect.publish(Event.of("board", "main", "BoardChanged", null));
  }

  // end snippet

  private List<String> board() {
    return database.query("SELECT message_id FROM board").stream()
        .map(row -> String.valueOf(row.get("message_id")))
        .toList();
  }

  @Test
  void aMessageIsAppliedOnce() {
    Message message = message("m-1");
    // snippet: inbox-direct
    Inbox inbox = Inbox.on(PostgresStore.on(dataSource).inbox());

    Consumed consumed = inbox.consume(DASHBOARD, message, this::count);
    if (consumed.mayAcknowledge()) {
      acknowledge(message);
    }
    // end snippet
    assertThat(consumed).isEqualTo(new Consumed.Applied());
    assertThat(inbox.consume(DASHBOARD, message, this::count)).isEqualTo(new Consumed.Duplicate());
    assertThat(board()).containsExactly("m-1");
    assertThat(acknowledged).containsExactly(message);
  }

  private void acknowledge(Message message) {
    acknowledged.add(message);
  }

  @Test
  void aBatchIsAppliedInOneTransaction() {
    Inbox inbox = inbox();
    List<Message> batch = List.of(message("b-1"), message("b-2"));
    // snippet: inbox-batch
    List<Consumed> outcomes = inbox.consumeAll(DASHBOARD, batch, this::count);
    for (int i = 0; i < batch.size(); i++) {
      if (outcomes.get(i).mayAcknowledge()) {
        acknowledge(batch.get(i));
      }
    }
    // end snippet
    assertThat(acknowledged).isEqualTo(batch);
    assertThat(board()).containsExactly("b-1", "b-2");
  }

  @Test
  void aCallersTransactionIsJoined() throws SQLException {
    Inbox inbox = inbox();
    Message message = message("j-1");
    // snippet: inbox-joined
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      inbox.within(connection).consume(DASHBOARD, message, this::count);
      connection.commit();
    }
    // end snippet
    assertThat(board()).containsExactly("j-1");
  }

  @Test
  void aPoisonousMessageIsPutAside() {
    Inbox inbox = inbox();
    Message message = message("p-1");
    // snippet: inbox-dead-letter
    inbox.deadLetter(DASHBOARD, message, "failed five times: no such case");
    // end snippet
    assertThat(inbox.records().list("dashboard", MessageState.DEAD, 10)).hasSize(1);
  }

  @Test
  void markersOutliveRedelivery() {
    // snippet: inbox-retention
    ConsumerSettings kept =
        DASHBOARD.retention(new MarkerRetention(Duration.ofDays(30), Duration.ofDays(45)));
    // end snippet
    assertThat(kept.retention().period()).isEqualTo(Duration.ofDays(45));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MarkerRetention(Duration.ofDays(30), Duration.ofDays(7)))
        .withMessageContaining("applied twice");
    Inbox inbox = inbox();
    // snippet: inbox-purge
    long purged = inbox.purge(PurgeSettings.standard());
    // end snippet
    assertThat(purged).isZero();
  }

  @Test
  void messagesAreStoredFirst() {
    Inbox inbox = inbox();
    List<Message> batch = List.of(message("s-1"), message("s-2"));
    // snippet: inbox-store
    List<Received> received = inbox.store(DASHBOARD, batch);
    batch.forEach(this::acknowledge); // whatever was received: it is taken care of
    // end snippet
    assertThat(received).containsExactly(Received.STORED, Received.STORED);
    // snippet: inbox-work-off
    WorkReport report = inbox.workOff(DASHBOARD, this::count);
    // end snippet
    assertThat(report.applied()).isEqualTo(2);
    assertThat(board()).containsExactly("s-1", "s-2");
  }

  @Test
  void workersRunOnThreadsOfTheirOwn() {
    Inbox inbox = inbox();
    // snippet: inbox-worker
    ConsumerSettings patient =
        DASHBOARD.working(
            WorkSettings.standard()
                .attempts(20)
                .backoff(Duration.ofSeconds(2), Duration.ofMinutes(30))
                .deadLetters(WorkSettings.DeadLetters.HOLD));
    try (InboxWorker worker =
        InboxWorker.start(inbox, patient, this::count, 2, Duration.ofSeconds(1))) {
      inbox.store(patient, List.of(message("w-1")));
      worker.wake(); // need not wait for the next look
      serve();
    }
    // end snippet
  }

  /** Until what was stored is applied. */
  private void serve() {
    String id = "w-1";
    long endNanos = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!board().contains(id) && System.nanoTime() < endNanos) {
      Thread.onSpinWait();
    }
    assertThat(board()).contains(id);
  }

  @Test
  void operatorsLookAndDecide() {
    Inbox inbox = inbox();
    inbox.deadLetter(DASHBOARD, message("o-1"), "no such case");
    MessageId id = message("o-1").id();
    // snippet: inbox-operators
    InboxRecords records = inbox.records();
    Map<MessageState, Long> counts = records.counts("dashboard");
    Map<MessageState, Duration> ages = records.ages("dashboard");
    List<KeptMessage> dead = records.list("dashboard", MessageState.DEAD, 100);
    List<ViolationRecord> violations = records.violations("dashboard", 100);

    records.redrive("dashboard", id); // one, or redriveKey, or redriveAll
    // end snippet
    assertThat(counts).containsEntry(MessageState.DEAD, 1L);
    assertThat(ages).containsKey(MessageState.DEAD);
    assertThat(dead).hasSize(1);
    assertThat(violations).isEmpty();
    assertThat(inbox.workOff(DASHBOARD, this::count).applied()).isEqualTo(1);
  }

  @Test
  void whatWasStoredIsReplayedForAnotherConsumer() {
    Inbox inbox = inbox();
    inbox.store(DASHBOARD, List.of(message("r-1"), message("r-2")));
    inbox.workOff(DASHBOARD, this::count);
    // snippet: inbox-replay
    ConsumerSettings rebuilt = DASHBOARD.renamed("dashboard-2");
    int given = inbox.records().replay(ReplayRequest.of("dashboard", "dashboard-2"), 1_000);
    // end snippet
    assertThat(given).isEqualTo(2);
    assertThat(inbox.workOff(rebuilt, this::count).applied()).isEqualTo(2);
  }

  @Test
  void versionsAreAppliedInOrder() {
    Inbox inbox = inbox();
    // snippet: inbox-guard
    ConsumerSettings ordered =
        DASHBOARD.inOrder(VersionGuard.parking().gapTimeout(Duration.ofMinutes(10)));
    // end snippet
    assertThat(inbox.consume(ordered, version("v-2", 2), this::count))
        .isEqualTo(new Consumed.Parked(1));
    assertThat(inbox.consume(ordered, version("v-1", 1), this::count))
        .isEqualTo(new Consumed.Applied());
    assertThat(board()).containsExactly("v-1", "v-2");
  }

  @Test
  void aGapIsFilledFromTheSource() {
    Inbox inbox = inbox();
    // snippet: inbox-rebuild
    ConsumerSettings rebuilding = DASHBOARD.inOrder(VersionGuard.rebuilding());
    MessageHandler handler =
        new MessageHandler() {
          @Override
          public void apply(Message message, JdbcEffect effect) throws SQLException {
            count(message, effect);
          }

          @Override
          public long rebuild(Message message, JdbcEffect effect) throws SQLException {
            return recount(message.key(), effect.connection()); // the version it has now
          }
        };
    // end snippet
    assertThat(inbox.consume(rebuilding, version("x-9", 9), handler))
        .isEqualTo(new Consumed.Applied());
    assertThat(inbox.records().versionOf("dashboard", new Aggregate("acme", "case", "case-7")))
        .isEqualTo(9);
  }

  private static long recount(@Nullable String caseId, Connection connection) throws SQLException {
    try (NamedSql.Bound insert = COUNT.prepare(connection)) {
      insert.set("case", caseId).set("message", "recounted").statement().executeUpdate();
    }
    return 9;
  }

  @Test
  void anIdentityIsReadWithoutABroker() {
    Map<String, String> headers =
        Map.of(
            "ce_specversion", "1.0",
            "ce_id", "e-1",
            "ce_source", "/cases",
            "ce_type", "CaseApproved");
    byte[] value = "{}".getBytes(StandardCharsets.UTF_8);
    // snippet: inbox-reader
    Message message =
        CloudEventsReader.kafka().read(Delivery.of("cases", headers, value).key("case-7"));
    // end snippet
    assertThat(message.id()).isEqualTo(new MessageId("/cases", "e-1"));
  }
}
