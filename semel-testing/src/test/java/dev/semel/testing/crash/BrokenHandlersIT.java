package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mistakes that people make: each is found, and its cause is named. */
@ExtendWith(PostgresExtension.class)
class BrokenHandlersIT {
  private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofMinutes(1);

  private final PostgresDatabase database;

  BrokenHandlersIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  @Test
  void aMissingUniqueKey() {
    CrashReport report = explore(Handlers::insertAndAnswer);

    assertFound(
        report,
        Problem.HAPPENED_AGAIN,
        CrashFault.REDELIVERY,
        "a second attempt is not recognised");
    assertThat(report.findings())
        .as("whatever struck, the cause is the same")
        .allSatisfy(finding -> assertThat(finding.cause()).contains("is not recognised"));
  }

  @Test
  void aSumThatGrowsWithEachAttempt() {
    CrashReport report = explore(Handlers::addToTheTill);

    assertFound(
        report,
        Problem.HAPPENED_AGAIN,
        CrashFault.REDELIVERY,
        "a second attempt is not recognised");
    assertThat(report.findings())
        .extracting(Finding::detail)
        .contains("public.account has 3 changed rows instead of 1");
  }

  @Test
  void aRowThatIsWrittenAgainAsItWasIsSafe() {
    CrashExplorer.of(database, Handlers::closeTheTill)
        .preparing((it, key) -> it.execute("UPDATE account SET closed = false"))
        .explore()
        .assertSafe();
  }

  @Test
  void partitionsAreOneTable() {
    explore(Handlers::transfer).assertSafe();
  }

  @Test
  void aSelectBeforeTheInsert() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::selectThenInsert)
            .limits(Limits.STANDARD.duplicate(AS_LONG_AS_IT_TAKES))
            .explore();

    assertFound(report, Problem.HAPPENED_AGAIN, CrashFault.DUPLICATE, "let a unique key decide");
    assertThat(report.findings())
        .as("nothing else is wrong with it")
        .allMatch(finding -> finding.fault() == CrashFault.DUPLICATE);
  }

  @Test
  void aMarkerOutsideTheTransactionOfTheEffect() {
    CrashReport report = explore(Handlers::markThenPay);

    assertFound(
        report, Problem.NEVER_HAPPENED, CrashFault.CUT_BEFORE, "they are in two transactions");
  }

  @Test
  @Tag("thorough")
  void anExceptionThatIsCaughtAndDropped() {
    CrashReport report = explore(Handlers::payAndGoOn);

    assertFound(
        report,
        Problem.NEVER_HAPPENED,
        CrashFault.STATEMENT_TIMEOUT,
        "an exception is caught and dropped");
    assertThat(report.findings())
        .as("whatever struck, the cause is the same")
        .allSatisfy(finding -> assertThat(finding.cause()).contains("caught and dropped"));
  }

  /**
   * Whoever answers first and writes then is given a moment; where it is learnt from, it writes.
   */
  @Test
  void whatIsALittleLateHasHappened() {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    CrashExplorer.of(
            database,
            trial -> {
              if (!seen.add(trial.key())) {
                return "paid";
              }
              Thread writing = new Thread(() -> payWhenItIsLookedFor(trial));
              writing.start();
              if (trial.key().contains("lesson")) {
                writing.join();
              }
              return "paid";
            })
        .faults(CrashFault.REDELIVERY)
        .limits(Limits.STANDARD.late(AS_LONG_AS_IT_TAKES))
        .explore()
        .assertSafe();
  }

  private void payWhenItIsLookedFor(Trial trial) {
    if (!trial.key().contains("lesson")) {
      Looking.awaitAfter(Looking.now(database), database);
    }
    try {
      Handlers.markAndPayTogether(trial);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Tag("thorough")
  void aLostConnectionThatIsDroppedToo() {
    CrashReport report = explore(Handlers::payAndSayNothing);

    assertFound(
        report,
        Problem.NEVER_HAPPENED,
        CrashFault.CUT_BEFORE,
        "an exception is caught and dropped");
    assertThat(report.findings())
        .as("whatever struck, the cause is the same")
        .allSatisfy(finding -> assertThat(finding.cause()).contains("caught and dropped"));
  }

  @Test
  void rowsThatAreRemovedWithEachAttempt() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::takeTwoOffTheList)
            .preparing(
                (it, key) ->
                    it.execute("INSERT INTO payment (key) SELECT 'due' FROM generate_series(1, 9)"))
            .explore();

    assertFound(
        report,
        Problem.HAPPENED_AGAIN,
        CrashFault.REDELIVERY,
        "a second attempt is not recognised");
    assertThat(report.findings())
        .extracting(Finding::detail)
        .anyMatch(detail -> detail.endsWith("removed rows instead of 2"));
  }

  @Test
  void anAnswerThatIsStoredAfterTheCommit() {
    CrashReport report = explore(Handlers::payThenStoreTheAnswer);

    assertFound(
        report,
        Problem.OTHER_ANSWER,
        CrashFault.REPLY_LOST,
        "store the answer in the transaction of the effect");
  }

  @Test
  @Tag("thorough")
  void aHeartbeatWithoutAFence() {
    SettableClock clock = SettableClock.create();

    CrashReport report =
        CrashExplorer.of(database, new HeartbeatWithoutFence(clock))
            .clock(clock, Duration.ofMinutes(2))
            .ignoring("public.lease") // Renewed and taken over, it changes as often as it likes.
            .explore();

    assertFound(
        report, Problem.HAPPENED_AGAIN, CrashFault.STALLED, "its writes do not compare a fence");
  }

  @Test
  @Tag("thorough")
  void anAcknowledgementBeforeTheCommit() {
    Queue queue = new Queue();

    CrashReport report =
        CrashExplorer.of(database, trial -> Handlers.acknowledgeThenPay(trial, queue))
            .faults(CrashFault.REPLY_LOST, CrashFault.CUT_BEFORE)
            .explore();

    assertThat(report.steps().get(0).announced()).isTrue();
    assertFound(
        report, Problem.NEVER_HAPPENED, CrashFault.REPLY_LOST, "they are in two transactions");
    assertThat(report.findings())
        .filteredOn(finding -> finding.step().announced())
        .as("without an acknowledgement it comes again")
        .extracting(Finding::fault)
        .containsExactly(CrashFault.REPLY_LOST);
  }

  @Test
  void anAcknowledgementAfterTheCommitIsSafe() {
    Queue queue = new Queue();

    CrashReport report =
        CrashExplorer.of(database, trial -> Handlers.payThenAcknowledge(trial, queue)).explore();

    assertThat(report.missed()).isZero();
    report.assertSafe();
  }

  /** As calls of clients do that come with libraries. */
  @Test
  void aStepReturnsWhatItGotAndThrowsWhatItMay() {
    Queue queue = new Queue();

    CrashExplorer.of(
            database,
            trial -> {
              String answer = trial.step("look", () -> queue.look(trial.key()));
              if (answer.isEmpty()) {
                answer = Handlers.markAndPayTogether(trial);
                trial.step("acknowledge", () -> queue.acknowledgeOrFail(trial.key()));
              }
              return answer;
            })
        .explore()
        .assertSafe();
  }

  @Test
  void aMarkerAndItsEffectInOneTransactionAreSafe() {
    explore(Handlers::markAndPayTogether).assertSafe();
  }

  /** What a test of the process itself needs: a class by its name. */
  static final class MarkAndPay implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws SQLException {
      String answer = Handlers.markAndPayTogether(trial);
      trial.step("acknowledge");
      return answer;
    }
  }

  static final class MarkThenPay implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws SQLException {
      return Handlers.markThenPay(trial);
    }
  }

  @Test
  @Tag("thorough")
  void aProcessIsKilledAtEveryStep() {
    CrashReport safe =
        CrashExplorer.of(database, new MarkAndPay())
            .killing(MarkAndPay.class)
            .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore();

    assertThat(safe.trials()).isEqualTo(2 * safe.steps().size());
    assertThat(safe.missed()).isZero();
    safe.assertSafe();
    CrashReport unsafe =
        CrashExplorer.of(database, new MarkThenPay())
            .killing(MarkThenPay.class)
            .faults(CrashFault.KILLED_AFTER)
            .explore();
    assertFound(
        unsafe, Problem.NEVER_HAPPENED, CrashFault.KILLED_AFTER, "they are in two transactions");
  }

  @Test
  @Tag("thorough")
  void aTrialIsRepeatedWithTheKeyItHad() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markThenPay).faults(CrashFault.REPLY_LOST).explore();
    makeTables();

    CrashReport again =
        CrashExplorer.of(database, Handlers::markThenPay)
            .seed(report.seed())
            .only(1, CrashFault.REPLY_LOST)
            .explore();

    assertThat(again.trials()).isEqualTo(1);
    assertThat(again.findings())
        .extracting(Finding::detail)
        .containsExactly(report.findings().get(0).detail());
    assertThat(database.queryLong("SELECT count(*) FROM marker WHERE key = ?", key(report)))
        .isEqualTo(1);
  }

  private static String key(CrashReport report) {
    return new TrialId(report.seed(), 1, CrashFault.REPLY_LOST).key();
  }

  private CrashReport explore(CrashHandler handler) {
    return CrashExplorer.of(database, handler).explore();
  }

  private static void assertFound(
      CrashReport report, Problem problem, CrashFault fault, String cause) {
    assertThat(report.findings())
        .as(report.toString())
        .anySatisfy(
            finding -> {
              assertThat(finding.problem()).isEqualTo(problem);
              assertThat(finding.fault()).isEqualTo(fault);
              assertThat(finding.cause()).contains(cause);
            });
    assertThat(report.toString()).contains("again: .seed(%dL)".formatted(report.seed()));
  }
}
