package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.demo.dashboard.Dashboard;
import dev.semel.demo.notices.Courier;
import dev.semel.demo.storm.QuietStorms;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresInbox;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ApplicationContext;

/**
 * Whatever the service writes, done by a node that breaks at each of its requests to the database,
 * and again by another. Of each command there is one effect, one audit entry, one event, one
 * answer; each event is counted once, and each notice posted once.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExploredWritesIT {
  private static final int OK = 200;
  private static final Set<Integer> DONE = Set.of(OK, 201, 202);

  private final PostgresDatabase database;
  private final QuietNodes nodes = QuietNodes.settingUp();
  private final Map<String, String> cases = new ConcurrentHashMap<>();

  ExploredWritesIT(PostgresDatabase database) {
    this.database = database;
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @Test
  void caseIsOpenedOnceWhateverBreaks(CrashExplorer explorer) {
    exploreWrite(Write.OPEN, explorer);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPEN")
  @Tag("thorough")
  void isDoneOnceWhateverBreaks(Write write, CrashExplorer explorer) {
    exploreWrite(write, explorer);
  }

  private void exploreWrite(Write write, CrashExplorer explorer) {
    CrashReport report =
        sparing(explorer)
            .preparing((it, key) -> prepare(write, key))
            .check("the ledger is in balance", (it, key) -> isInBalance(it))
            .explore(trial -> send(write, trial.key(), nodes.api(trial.jdbcUrl())));

    assertThat(report.steps()).hasSizeGreaterThan(3);
  }

  /** It stands for all of them: the service has to start for each of its deaths. */
  @Test
  @Tag("thorough")
  void aCaseIsOpenedOnceThoughTheServiceDies(CrashExplorer explorer) {
    explorer
        .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .killing(Opening.class)
        .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .explore(new Opening(nodes));
  }

  /** In a class that a process can load. */
  static final class Opening implements CrashHandler {
    private final QuietNodes nodes;

    Opening() {
      this(QuietNodes.onReadyDatabase());
    }

    Opening(QuietNodes nodes) {
      this.nodes = nodes;
    }

    @Override
    public Object handle(Trial trial) {
      return taken(Write.OPEN.send(nodes.api(trial.jdbcUrl()), trial.key(), "none yet"));
    }
  }

  private static void isInBalance(PostgresDatabase database) {
    assertThat(
            database.queryLong(
                "SELECT coalesce(sum(debit_cents) - sum(credit_cents), 0) FROM casework.ledger_entry"))
        .isZero();
  }

  private void prepare(Write write, String key) {
    Api api = nodes.api(database.jdbcUrl());
    String caseId = write == Write.OPEN ? "none yet" : api.openCase("north-olga");
    write.prepare(api, caseId);
    cases.put(key, caseId);
    // An officer has twenty cases at most.
    database.execute("UPDATE casework.assignment SET ended_at = now() WHERE ended_at IS NULL");
  }

  private Object send(Write write, String key, Api api) {
    return taken(write.send(api, key, cases.getOrDefault(key, "")));
  }

  private static String taken(Answer answer) {
    if (!DONE.contains(answer.status())) {
      throw new IllegalStateException(answer.toString());
    }
    return answer.toString();
  }

  /**
   * The dashboard adds up, and nothing in it keeps an event from being counted twice: the inbox
   * does.
   */
  @Test
  void anEventIsCountedOnceOnTheDashboard(CrashExplorer explorer) {
    sparing(explorer)
        .preparing((it, key) -> count(database.jdbcUrl(), event(key, 1, "CaseOpened")))
        .check("two events, one of them a note", (it, key) -> isOnTheDashboard(key, 2, 1))
        .explore(trial -> count(trial.jdbcUrl(), event(trial.key(), 2, "NoteAdded")));
  }

  private String count(String jdbcUrl, Message event) {
    ApplicationContext node = nodes.at(jdbcUrl);
    Consumed consumed =
        inbox(jdbcUrl).consume(Dashboard.CONSUMER, event, node.getBean(Dashboard.class));
    if (consumed instanceof Consumed.Applied || consumed instanceof Consumed.Duplicate) {
      return "acknowledged";
    }
    throw new IllegalStateException("not settled: " + consumed);
  }

  private Inbox inbox(String jdbcUrl) {
    return Inbox.on(PostgresInbox.on(nodes.at(jdbcUrl).getBean(DataSource.class)));
  }

  private static Message event(String key, int version, String type) {
    return Message.of(
            "/casework", uuid(key + version).toString(), "{}".getBytes(StandardCharsets.UTF_8))
        .type(type)
        .tenant("north")
        .about("case", uuid(key).toString(), (long) version);
  }

  private static UUID uuid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  private void isOnTheDashboard(String key, int events, int notes) {
    assertThat(
            database.queryLong(
                """
                SELECT count(*) FROM casework.dashboard_case
                WHERE case_id = ? AND events = ? AND version = ? AND notes = ?
                """,
                uuid(key),
                events,
                events,
                notes))
        .isOne();
  }

  /** Nothing in the post keeps it from sending twice: the receiver of its webhooks does. */
  @Test
  void aNoticeIsPostedOnce(CrashExplorer explorer) {
    sparing(explorer)
        .check("sent once", (it, key) -> assertThat(sent(uuid(key))).isOne())
        .explore(trial -> tellThePost(trial));
  }

  private Object tellThePost(Trial trial) {
    int status = Courier.tell(nodes.at(trial.jdbcUrl()), uuid(trial.key()));
    if (status != OK) {
      throw new IllegalStateException("not taken: " + status);
    }
    return status;
  }

  private long sent(UUID notice) {
    return database.queryLong(
        "SELECT count(*) FROM casework.sent_notice WHERE notice_id = ?", notice);
  }

  /**
   * A dead letter is redriven by a transaction of its own, before the command commits. A command
   * that is broken in between finds no dead letter when it comes again, and says so: how many were
   * redriven may be told too low. What holds is that the letter is tried again and counted once,
   * that there is one audit entry, and that the key has one answer.
   */
  @Test
  void aDeadLetterIsRedrivenAndCountedOnce(CrashExplorer explorer) {
    explorer
        // All that it asks within the command is asked over connections of its own: what aborts it
        // aborts nothing else, and each lost reply leaves something committed.
        .atBothEnds(
            CrashFault.STATEMENT_TIMEOUT, CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
        .preparing((it, key) -> bury(event(key, 1, "CaseOpened")))
        .check("counted once", (it, key) -> isOnTheDashboard(key, 1, 0))
        .explore(this::redrive);
  }

  private void bury(Message event) {
    inbox(database.jdbcUrl()).deadLetter(Dashboard.CONSUMER, event, "POISONED: on purpose");
  }

  private Object redrive(Trial trial) {
    String which = "{\"eventId\": \"%s\"}".formatted(uuid(trial.key() + 1));
    Answer answer =
        nodes.api(trial.jdbcUrl()).post("north-olga", trial.key(), "/api/flow/redrive", which);
    // As the consumer of any node does, when something is ready.
    inbox(database.jdbcUrl())
        .workOff(Dashboard.CONSUMER, nodes.at(database.jdbcUrl()).getBean(Dashboard.class));
    return taken(answer);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("thorough")
  void throwingASwitchIsAnsweredAndAuditedOnce(Switch toThrow, CrashExplorer explorer) {
    sparing(explorer).explore(trial -> send(toThrow, trial));
  }

  /** A storm fails as soon as it starts, and until then no other may. */
  private Object send(Switch toThrow, Trial trial) {
    QuietStorms storms = nodes.at(trial.jdbcUrl()).getBean(QuietStorms.class);
    Eventually.holds("no storm runs", storms::isCalm);
    return taken(toThrow.send(nodes.api(trial.jdbcUrl()), trial.key()));
  }

  /** A lost reply within a transaction is a cut before the next request. */
  private static CrashExplorer sparing(CrashExplorer explorer) {
    return explorer.atBothEnds(
        CrashFault.REPLY_LOST, CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK);
  }
}
