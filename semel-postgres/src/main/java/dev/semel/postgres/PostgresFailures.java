package dev.semel.postgres;

import dev.semel.jdbc.FailureTable;
import dev.semel.jdbc.FailureTable.Row;
import dev.semel.jdbc.SqlStates;
import dev.semel.spi.Failure;
import dev.semel.spi.Verdict;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What PostgreSQL's SQLSTATEs mean for an intent. Safe for use by several threads. */
public final class PostgresFailures {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String NOT_NULL_VIOLATION = "23502";
  private static final String LACKING_RIGHT = "42501";

  /** Primary keys of Semel's own, by table, whose violation means that another was first. */
  private static final Map<String, String> OWN_KEYS =
      Map.of("intent", "intent_pkey", "inbox", "inbox_pkey");

  /** Understood by more than their SQLSTATE. */
  private static final Set<String> DETAILED =
      Set.of(UNIQUE_VIOLATION, NOT_NULL_VIOLATION, LACKING_RIGHT);

  private static final String VERSION_TABLE = "inbox_version";
  private static final String MESSAGE_TABLE = "inbox_message";

  /** Functions of the server that raise an error about a policy under the SQLSTATE of a right. */
  private static final Set<String> ROW_SECURITY_ROUTINES =
      Set.of("ExecWithCheckOptions", "check_enable_rls");

  /** With these the connection is gone; what the server reported before proves nothing. */
  private static final Set<String> CONNECTION_LOST = Set.of("08003", "08006", "08007");

  private static final String UNSUITABLE_POOLER =
      "a prepared statement of the driver is missing on the server, or belongs to another client: a connection pooler such as PgBouncer in transaction mode shares server connections; set prepareThreshold=0 in the JDBC URL, or switch on the pooler's support of prepared statements (PgBouncer 1.21 or later: max_prepared_statements)";

  private static final FailureTable STANDARD =
      FailureTable.of(
          List.of(
              new Row("08", Verdict.RESOLVE, "the connection was lost"),
              new Row("08001", Verdict.RETRY, "the server could not be reached"),
              new Row("08004", Verdict.RETRY, "the server refused the connection"),
              // A pooler says so, too, of a server that it lost under a COMMIT.
              new Row(
                  "08P01", Verdict.RESOLVE, "the connection broke, or a pooler lost its server"),
              new Row("22", Verdict.FINAL, "a value does not fit its type or column"),
              new Row(
                  "22P02",
                  Verdict.FINAL,
                  "a text is not valid for its type; an event's payload must be JSON"),
              new Row("23", Verdict.FINAL, "a constraint of the database was violated"),
              new Row("23502", Verdict.FINAL, "a column that must have a value was left empty"),
              new Row("23503", Verdict.FINAL, "a foreign key points at nothing"),
              new Row(
                  UNIQUE_VIOLATION,
                  Verdict.UNIQUE_KEY,
                  "a unique constraint was violated that the operation does not declare as \"already exists\""),
              new Row("23514", Verdict.FINAL, "a check constraint was violated"),
              new Row(
                  "25006",
                  Verdict.CONFIGURATION,
                  "the server is read-only; connect to the primary (targetServerType=primary)"),
              new Row(
                  "25P02",
                  Verdict.FINAL,
                  "an earlier error of this transaction was caught and ignored"),
              new Row(
                  "25P03",
                  Verdict.RETRY,
                  "the server rolled back because the transaction was idle for longer than idle_in_transaction_session_timeout"),
              new Row(
                  "25P04",
                  Verdict.RESOLVE,
                  "the server ended the connection because the transaction took longer than transaction_timeout"),
              new Row("26000", Verdict.CONFIGURATION, UNSUITABLE_POOLER),
              new Row(
                  "28",
                  Verdict.CONFIGURATION,
                  "the server refused the login; check user and password"),
              new Row("3D000", Verdict.CONFIGURATION, "the database does not exist; check the URL"),
              new Row(
                  "3F000", Verdict.CONFIGURATION, "the schema does not exist; run the migrations"),
              new Row(
                  "40001",
                  Verdict.RETRY,
                  "a concurrent transaction came first (serialization failure)"),
              new Row(
                  "40003",
                  Verdict.RESOLVE,
                  "the server could not say whether the statement completed"),
              new Row("40P01", Verdict.RETRY, "a deadlock was resolved at this transaction's cost"),
              new Row(
                  LACKING_RIGHT,
                  Verdict.CONFIGURATION,
                  "the database role lacks a right; grant it"),
              new Row(
                  "42703",
                  Verdict.CONFIGURATION,
                  "a column does not exist; run the migrations, Semel's and your own"),
              new Row(
                  "42P01",
                  Verdict.CONFIGURATION,
                  "a table does not exist; run the migrations, Semel's and your own"),
              new Row("42P05", Verdict.CONFIGURATION, UNSUITABLE_POOLER),
              new Row("53", Verdict.RETRY, "the server is out of a resource"),
              new Row("53100", Verdict.CONFIGURATION, "the server's disk is full"),
              new Row("53300", Verdict.RETRY, "the server has no connection left"),
              new Row("55P03", Verdict.RETRY, "a lock was not to be had in time"),
              new Row(
                  "57014",
                  Verdict.FINAL,
                  "the statement was cancelled or ran into statement_timeout"),
              new Row(
                  "57P01",
                  Verdict.RESOLVE,
                  "the server is shutting down, or an administrator ended the connection"),
              new Row("57P02", Verdict.RESOLVE, "the server crashed"),
              new Row("57P03", Verdict.RETRY, "the server is starting up or recovering"),
              new Row(
                  "57P05",
                  Verdict.RETRY,
                  "the server ended the connection, which was idle outside a transaction")));

  private PostgresFailures() {}

  /** The table that a store uses unless told otherwise. */
  public static FailureTable standard() {
    return STANDARD;
  }

  /**
   * Understands a failure by a table, and a violation by the constraint or column of Semel's that
   * it names.
   */
  static Failure classify(FailureTable table, String schema, Throwable failure) {
    Failure understood = table.classify(failure);
    if (isFinal(understood.verdict()) && endedConnection(failure)) {
      return new Failure(
          Verdict.RESOLVE,
          understood.code(),
          null,
          "the connection was lost: " + understood.meaning());
    }
    ServerErrorMessage details = detailsOf(understood.code(), failure);
    if (details == null) {
      return understood;
    }
    return LACKING_RIGHT.equals(understood.code())
        ? classifyRight(understood, details)
        : classifyViolation(understood, details, schema);
  }

  private static boolean isFinal(Verdict verdict) {
    return verdict == Verdict.FINAL
        || verdict == Verdict.CONFIGURATION
        || verdict == Verdict.UNIQUE_KEY;
  }

  /**
   * An ERROR rolls the transaction back. A FATAL error or a PANIC ends the connection as well, and
   * may come when the commit record has already been written.
   */
  private static boolean endedConnection(Throwable failure) {
    return SqlStates.chain(failure).stream()
        .anyMatch(sql -> sql.getSQLState() != null && CONNECTION_LOST.contains(sql.getSQLState()));
  }

  private static Failure classifyRight(Failure understood, ServerErrorMessage details) {
    return ROW_SECURITY_ROUTINES.contains(String.valueOf(details.getRoutine()))
        ? new Failure(
            Verdict.FINAL,
            understood.code(),
            null,
            "a row-level security policy does not allow this row; check the policy and the settings that it reads")
        : understood;
  }

  private static Failure classifyViolation(
      Failure understood, ServerErrorMessage violated, String schema) {
    boolean ours = schema.equals(violated.getSchema());
    return UNIQUE_VIOLATION.equals(understood.code())
        ? classifyUnique(understood, violated, ours)
        : classifyNull(understood, violated, ours);
  }

  private static Failure classifyUnique(
      Failure understood, ServerErrorMessage violated, boolean ours) {
    String table = String.valueOf(violated.getTable());
    if (ours && VERSION_TABLE.equals(table)) {
      return moved(understood, violated);
    }
    boolean ownKey =
        ours
            && violated.getConstraint() != null
            && violated.getConstraint().equals(OWN_KEYS.get(table));
    return new Failure(
        ownKey ? Verdict.OWN_KEY : understood.verdict(),
        UNIQUE_VIOLATION,
        violated.getConstraint(),
        ownKey
            ? "another attempt at this intent committed first"
            : "%s: %s".formatted(understood.meaning(), violated.getConstraint()));
  }

  /** The inbox makes a column null on purpose where what it read does not hold any longer. */
  private static Failure classifyNull(
      Failure understood, ServerErrorMessage violated, boolean ours) {
    if (ours && isColumn(violated, VERSION_TABLE, "version")) {
      return moved(understood, violated);
    }
    return ours && isColumn(violated, MESSAGE_TABLE, "state")
        ? new Failure(
            Verdict.OWN_KEY, understood.code(), null, "another worker took the message over")
        : understood;
  }

  private static boolean isColumn(ServerErrorMessage violated, String table, String column) {
    return table.equals(violated.getTable()) && column.equals(violated.getColumn());
  }

  private static Failure moved(Failure understood, ServerErrorMessage violated) {
    return new Failure(
        Verdict.RETRY,
        understood.code(),
        violated.getConstraint(),
        "another message of the same aggregate came first");
  }

  private static @Nullable ServerErrorMessage detailsOf(String code, Throwable failure) {
    if (!DETAILED.contains(code)) {
      return null;
    }
    for (SQLException sql : SqlStates.chain(failure)) {
      if (code.equals(sql.getSQLState()) && sql instanceof PSQLException postgres) {
        return postgres.getServerErrorMessage();
      }
    }
    return null;
  }

  /** The column that an error names. */
  static @Nullable String columnOf(SQLException e) {
    ServerErrorMessage message =
        e instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    return message == null ? null : message.getColumn();
  }
}
