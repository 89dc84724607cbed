package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** That an exploration says what it has seen, and does not pass for more than it was. */
@ExtendWith(PostgresExtension.class)
class ExplorerIT {
  private final PostgresDatabase database;

  ExplorerIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    Handlers.makeTables(database);
  }

  @Test
  void whatIsLeftOutIsSaid() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markAndPayTogether)
            .faults(
                CrashFault.CUT_BEFORE,
                CrashFault.REPLY_LOST,
                CrashFault.DUPLICATE,
                CrashFault.DEADLOCK)
            .atBothEnds(CrashFault.REPLY_LOST, CrashFault.DEADLOCK)
            .whereAnnounced(CrashFault.DUPLICATE)
            .explore();

    assertThat(report.steps()).hasSize(4);
    assertThat(report.trials()).isEqualTo(4 + 2 + 2);
    assertThat(report.toString())
        .contains("left out: REPLY_LOST at steps [2, 3], as asked")
        .as("a server does not refuse to begin, so that the second step is the first end")
        .contains("left out: DEADLOCK at steps [3], as asked")
        .contains("left out: DUPLICATE at steps [1, 2, 3, 4], as asked");
  }

  @Test
  void faultsThatNeedMoreAreToldOfUnlessTheyWereNamed() {
    CrashReport report = CrashExplorer.of(database, Handlers::markAndPayTogether).explore();

    assertThat(report.toString())
        .contains("left out: STALLED, for want of clock(…)")
        .contains("left out: KILLED_AFTER, for want of killing(…)");
    assertThat(report.summary())
        .endsWith("nothing found; left out: STALLED, CLOCK_JUMP, KILLED_BEFORE, KILLED_AFTER");
    assertThatThrownBy(
            () ->
                CrashExplorer.of(database, Handlers::markAndPayTogether)
                    .faults(CrashFault.KILLED_AFTER)
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("KILLED_AFTER cannot strike without killing(…)");
  }

  @Test
  void anExplorationWithoutATrialIsNone() {
    assertThatThrownBy(
            () ->
                CrashExplorer.of(database, Handlers::markAndPayTogether)
                    .faults(CrashFault.DUPLICATE)
                    .whereAnnounced(CrashFault.DUPLICATE)
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no fault can strike at any step");
  }

  @Test
  void aTableThatIsNotThereCannotBeIgnored() {
    assertThatThrownBy(
            () ->
                CrashExplorer.of(database, Handlers::markAndPayTogether)
                    .ignoring("public.paymnet")
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("there is no table public.paymnet to ignore");
  }

  @Test
  void aStepThatNeverCameIsNotSafe() {
    AtomicInteger runs = new AtomicInteger();
    CrashHandler handler =
        trial -> {
          trial.step("run " + runs.incrementAndGet());
          return Handlers.markAndPayTogether(trial);
        };
    CrashExplorer explorer =
        CrashExplorer.of(database, handler)
            .faults(CrashFault.CUT_BEFORE)
            .whereAnnounced(CrashFault.CUT_BEFORE);

    CrashReport report = explorer.explore();

    assertThat(report.missed()).isEqualTo(1);
    assertThat(report.findings()).isEmpty();
    assertThatThrownBy(report::assertSafe)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 trials did not come to their step")
        .hasMessageContaining("say mayMiss(1)");
    explorer.mayMiss(1).explore().assertSafe();
  }

  /** In this mode drivers write values into the text, and the key is another in each trial. */
  @Test
  void stepsAreKnownWhateverTheirValues() {
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  String url = trial.jdbcUrl() + "&preferQueryMode=simple";
                  try (Connection connection = DriverManager.getConnection(url)) {
                    return Handlers.markAndPay(connection, trial.key());
                  }
                })
            .explore();

    assertThat(report.missed()).isZero();
    assertThat(report.toString()).contains("<key>");
    report.assertSafe();
  }

  /** What is set for a transaction is sent together with the transaction's first statement. */
  @Test
  void aStatementIsAStepThoughSomethingIsSetWithIt() {
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  try (Connection connection = trial.dataSource().getConnection();
                      var statement = connection.createStatement()) {
                    statement.execute(
                        "SET lock_timeout = '5s'; INSERT INTO marker (key) VALUES ('%s') ON CONFLICT DO NOTHING"
                            .formatted(trial.key()));
                    return "marked";
                  }
                })
            .explore();

    assertThat(report.steps()).hasSize(1);
    report.assertSafe();
  }

  /** It fails where what was put off does not hold. */
  @Test
  void constraintsThatAreCheckedAreAStep() {
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  try (Connection connection = trial.dataSource().getConnection();
                      var statement = connection.createStatement()) {
                    statement.execute("SET statement_timeout = '10s'");
                    statement.execute("set  constraints ALL IMMEDIATE");
                    return "checked";
                  }
                })
            .faults(CrashFault.REDELIVERY)
            .explore();

    assertThat(report.steps())
        .extracting(Step::text)
        .containsExactly("set  constraints ALL IMMEDIATE");
  }

  @Test
  void aScriptTellsWhoDidWhatInWhichOrder() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::selectThenInsert)
            .limits(Limits.STANDARD.duplicate(Duration.ofMinutes(1)))
            .faults(CrashFault.DUPLICATE)
            .explore();

    assertThat(report.findings().get(0).script())
        .containsExactly(
            "attempt 1 passes step 1",
            "a duplicate arrives before step 2: INSERT INTO payment (key) VALUES ($1)",
            "the other attempt: answered paid",
            "attempt 1: answered paid");
  }

  @Test
  void aProcessThatCannotRunTheHandlerIsAnError() {
    assertThatThrownBy(
            () ->
                CrashExplorer.of(database, Handlers::markAndPayTogether)
                    .killing(NeedsSomething.class)
                    .faults(CrashFault.KILLED_BEFORE)
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("fails in a process of its own")
        .hasMessageContaining("NoSuchMethodException");
  }

  /** Has no constructor that takes nothing. */
  static final class NeedsSomething implements CrashHandler {
    private final String something;

    NeedsSomething(String something) {
      this.something = something;
    }

    @Override
    public Object handle(Trial trial) {
      return something;
    }
  }

  @Test
  void aCheckThatFailsIsFoundWithWhatItSaid() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markAndPayTogether)
            .faults(CrashFault.REDELIVERY)
            .check(
                "the till is full",
                (it, key) -> {
                  throw new NullPointerException();
                })
            .explore();

    assertThat(report.findings())
        .extracting(Finding::problem)
        .containsExactly(Problem.CHECK_FAILED);
    assertThat(report.findings().get(0).detail())
        .isEqualTo("the till is full: java.lang.NullPointerException");
  }

  @Test
  @Tag("thorough")
  void recoveryFreesWhatClientsCannot() {
    CrashExplorer explorer =
        CrashExplorer.of(database, Handlers::markFirstAndKeepOthersOut)
            .faults(CrashFault.CUT_BEFORE)
            .retryingFor(Duration.ofSeconds(1))
            .seed(42)
            .only(3, CrashFault.CUT_BEFORE);

    assertThat(explorer.explore().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.problem()).isEqualTo(Problem.NO_ANSWER);
              assertThat(finding.detail()).containsPattern("the first, and then \\d+ attempts in");
            });
    explorer
        .retryingFor(Duration.ofMinutes(1))
        .recovering((it, key) -> it.execute("DELETE FROM marker WHERE answer IS NULL"))
        .ignoring("public.marker")
        .explore()
        .assertSafe();
  }

  @Test
  void aRecoveryThatFailsIsFoundWithWhatItSaid() {
    CrashReport report =
        CrashExplorer.of(database, Handlers::markFirstAndKeepOthersOut)
            .faults(CrashFault.CUT_BEFORE)
            .only(3, CrashFault.CUT_BEFORE)
            .recovering(
                (it, key) -> {
                  throw new IllegalArgumentException("the operator is out");
                })
            .explore();

    assertThat(report.findings())
        .extracting(Finding::problem)
        .containsExactly(Problem.CHECK_FAILED);
    assertThat(report.findings().get(0).detail())
        .isEqualTo("recovery: java.lang.IllegalArgumentException: the operator is out");
  }

  @Test
  void whatWasFoundIsSaidThoughItCannotGoOn() {
    AtomicInteger prepared = new AtomicInteger();
    int lessonsAndTheFirstTrial = 3;
    CrashExplorer explorer =
        CrashExplorer.of(database, Handlers::insertAndAnswer)
            .seed(42)
            .preparing(
                (it, key) -> {
                  if (prepared.incrementAndGet() > lessonsAndTheFirstTrial) {
                    throw new IllegalArgumentException("no more paper");
                  }
                });

    ExplorationBrokenOffException brokenOff =
        catchThrowableOfType(ExplorationBrokenOffException.class, explorer::explore);

    assertThat(brokenOff.report().findings()).hasSize(1);
    assertThat(brokenOff)
        .hasMessageStartingWith("a trial could not be prepared")
        .hasMessageContaining("no more paper")
        .hasMessageContaining("1 trials, seed 42: 1 found")
        .hasMessageContaining("attempt 1: ")
        .hasMessageContaining("again: .seed(42L).only(1, CrashFault.");
  }

  /** The clock jumps between the look at it and the write. */
  @Test
  void aClockThatJumpsIsSeen() {
    SettableClock clock = SettableClock.create();
    CrashReport report =
        CrashExplorer.of(
                database,
                trial -> {
                  long before = clock.instant().toEpochMilli();
                  String paid = Handlers.markAndPayTogether(trial);
                  boolean jumped = clock.instant().toEpochMilli() != before;
                  return jumped ? "late" : paid;
                })
            .clock(clock, Duration.ofMinutes(2))
            .faults(CrashFault.CLOCK_JUMP)
            .explore();

    assertThat(report.findings())
        .isNotEmpty()
        .allMatch(finding -> finding.problem() == Problem.OTHER_ANSWER);
  }

  @Test
  void aClockThatStandsStillIsRefused() {
    CrashExplorer explorer = CrashExplorer.of(database, Handlers::markAndPayTogether);

    assertThatThrownBy(() -> explorer.clock(SettableClock.create(), Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ends no lease");
  }

  @Test
  void nothingOfTheExplorerStaysInTheDatabase() throws SQLException {
    CrashExplorer.of(database, Handlers::markAndPayTogether).explore().assertSafe();

    assertThat(database.queryLong("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal"))
        .isZero();
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM pg_namespace WHERE nspname = 'crash_explorer'"))
        .isZero();
  }
}
