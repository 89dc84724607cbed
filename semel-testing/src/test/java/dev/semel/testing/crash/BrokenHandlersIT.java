package dev.semel.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The mistakes that people make: each is found, and its cause is named. */
@ExtendWith(PostgresExtension.class)
class BrokenHandlersIT {
  private final PostgresDatabase database;

  BrokenHandlersIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTables() {
    database.execute(
        """
        DROP TABLE IF EXISTS payment, marker, lease;
        CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL);
        CREATE TABLE marker (key text PRIMARY KEY, answer text);
        CREATE TABLE lease (key text PRIMARY KEY, until timestamptz NOT NULL, done boolean NOT NULL)
        """);
  }

  @Test
  void aMissingUniqueKey() {
    CrashReport report = explore(BrokenHandlersIT::insertAndAnswer);

    assertFound(
        report,
        Problem.HAPPENED_AGAIN,
        CrashFault.REDELIVERY,
        "a second attempt is not recognised");
  }

  private static String insertAndAnswer(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      pay(connection, trial.key());
      return "paid";
    }
  }

  @Test
  void aSelectBeforeTheInsert() {
    CrashReport report = explore(BrokenHandlersIT::selectThenInsert);

    assertFound(report, Problem.HAPPENED_AGAIN, CrashFault.DUPLICATE, "let a unique key decide");
    assertThat(report.findings())
        .as("nothing else is wrong with it")
        .allMatch(finding -> finding.fault() == CrashFault.DUPLICATE);
  }

  private static String selectThenInsert(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      if (Sql.count(connection, "SELECT count(*) FROM payment WHERE key = ?", trial.key()) == 0) {
        pay(connection, trial.key());
      }
      return "paid";
    }
  }

  @Test
  void aMarkerOutsideTheTransactionOfTheEffect() {
    CrashReport report = explore(BrokenHandlersIT::markThenPay);

    assertFound(
        report, Problem.NEVER_HAPPENED, CrashFault.CUT_BEFORE, "they are in two transactions");
  }

  private static String markThenPay(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      if (mark(connection, trial.key(), "paid")) {
        pay(connection, trial.key());
      }
      return "paid";
    }
  }

  @Test
  void anExceptionThatIsCaughtAndDropped() {
    CrashReport report = explore(BrokenHandlersIT::payAndGoOn);

    assertFound(
        report,
        Problem.NEVER_HAPPENED,
        CrashFault.STATEMENT_TIMEOUT,
        "an exception is caught and dropped");
  }

  private static String payAndGoOn(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      if (mark(connection, trial.key(), "paid")) {
        payOrNot(connection, trial.key());
      }
      connection.commit();
      return "paid";
    }
  }

  @SuppressWarnings("EmptyCatch") // The mistake itself.
  private static void payOrNot(Connection connection, String key) throws SQLException {
    var before = connection.setSavepoint();
    try {
      pay(connection, key);
    } catch (SQLException dropped) {
      connection.rollback(before);
    }
  }

  @Test
  void anAnswerThatIsStoredAfterTheCommit() {
    CrashReport report = explore(BrokenHandlersIT::payThenStoreTheAnswer);

    assertFound(
        report,
        Problem.OTHER_ANSWER,
        CrashFault.REPLY_LOST,
        "store the answer in the transaction of the effect");
  }

  private static @Nullable String payThenStoreTheAnswer(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      boolean first = mark(connection, trial.key(), null);
      if (first) {
        pay(connection, trial.key());
      }
      connection.commit();
      connection.setAutoCommit(true);
      if (first) {
        Sql.update(connection, "UPDATE marker SET answer = 'paid' WHERE key = ?", trial.key());
      }
      return Sql.text(connection, "SELECT answer FROM marker WHERE key = ?", trial.key());
    }
  }

  @Test
  void aLeaseWithoutAFence() {
    SettableClock clock = SettableClock.create();

    CrashReport report =
        CrashExplorer.of(database, new LeaseWithoutFence(clock))
            .clock(clock, Duration.ofMinutes(2))
            .explore();

    assertFound(
        report, Problem.HAPPENED_AGAIN, CrashFault.STALLED, "its writes do not compare a fence");
  }

  @Test
  void aMarkerAndItsEffectInOneTransactionAreSafe() {
    explore(BrokenHandlersIT::markAndPayTogether).assertSafe();
  }

  private static String markAndPayTogether(Trial trial) throws SQLException {
    try (Connection connection = trial.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      if (mark(connection, trial.key(), "paid")) {
        pay(connection, trial.key());
      }
      connection.commit();
      return "paid";
    }
  }

  /** What a test of the process itself needs: a class by its name. */
  static final class MarkAndPay implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws SQLException {
      return markAndPayTogether(trial);
    }
  }

  static final class MarkThenPay implements CrashHandler {
    @Override
    public Object handle(Trial trial) throws SQLException {
      return markThenPay(trial);
    }
  }

  @Test
  void aProcessIsKilledAtEveryStep() {
    CrashReport safe =
        CrashExplorer.of(database, new MarkAndPay())
            .killing(MarkAndPay.class)
            .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore();

    assertThat(safe.trials()).isEqualTo(2 * safe.steps().size());
    safe.assertSafe();
    CrashReport unsafe =
        CrashExplorer.of(database, new MarkThenPay())
            .killing(MarkThenPay.class)
            .faults(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore();
    assertFound(
        unsafe, Problem.NEVER_HAPPENED, CrashFault.KILLED_AFTER, "they are in two transactions");
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

  static void pay(Connection connection, String key) throws SQLException {
    Sql.update(connection, "INSERT INTO payment (key) VALUES (?)", key);
  }

  /** Whether it is the first. */
  private static boolean mark(Connection connection, String key, @Nullable String answer)
      throws SQLException {
    return Sql.update(
            connection,
            "INSERT INTO marker (key, answer) VALUES (?, ?) ON CONFLICT DO NOTHING",
            key,
            answer)
        == 1;
  }
}
