package dev.semel.postgres;

import dev.semel.jdbc.FailureTable;
import dev.semel.jdbc.FailureTable.Row;
import dev.semel.jdbc.SqlStates;
import dev.semel.spi.Failure;
import dev.semel.spi.Verdict;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What PostgreSQL's SQLSTATEs mean for an intent. Safe for use by several threads. */
public final class PostgresFailures {
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String INTENT_KEY = "intent_pkey";
  private static final String INTENT_TABLE = "intent";

  private static final FailureTable STANDARD =
      FailureTable.of(
          List.of(
              new Row("08", Verdict.RESOLVE, "the connection was lost"),
              new Row("08001", Verdict.RETRY, "the server could not be reached"),
              new Row("08004", Verdict.RETRY, "the server refused the connection"),
              new Row("08P01", Verdict.FINAL, "driver and server do not understand each other"),
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
                  Verdict.RESOLVE,
                  "the server ended the connection because its transaction was idle for too long"),
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
              new Row("42501", Verdict.CONFIGURATION, "the user lacks a right; grant it"),
              new Row(
                  "42703", Verdict.CONFIGURATION, "a column does not exist; run the migrations"),
              new Row("42P01", Verdict.CONFIGURATION, "a table does not exist; run the migrations"),
              new Row("53", Verdict.RETRY, "the server is out of a resource"),
              new Row("53100", Verdict.CONFIGURATION, "the server's disk is full"),
              new Row("53300", Verdict.RETRY, "the server has no connection left"),
              new Row("55P03", Verdict.RETRY, "a lock was not to be had in time"),
              new Row(
                  "57014",
                  Verdict.FINAL,
                  "the statement was cancelled or ran into statement_timeout"),
              new Row("57P01", Verdict.RESOLVE, "the server is shutting down"),
              new Row("57P02", Verdict.RESOLVE, "the server crashed"),
              new Row("57P03", Verdict.RETRY, "the server is starting up or recovering"),
              new Row("57P05", Verdict.RESOLVE, "the server ended an idle connection")));

  private PostgresFailures() {}

  /** The table that a store uses unless told otherwise. */
  public static FailureTable standard() {
    return STANDARD;
  }

  /** Understands a failure by a table, and a unique violation by the constraint it names. */
  static Failure classify(FailureTable table, String schema, Throwable failure) {
    Failure understood = table.classify(failure);
    if (!UNIQUE_VIOLATION.equals(understood.code())) {
      return understood;
    }
    ServerErrorMessage violated = uniqueViolationIn(failure);
    if (violated == null) {
      return understood;
    }
    boolean ownKey =
        INTENT_KEY.equals(violated.getConstraint())
            && INTENT_TABLE.equals(violated.getTable())
            && schema.equals(violated.getSchema());
    return new Failure(
        ownKey ? Verdict.OWN_KEY : understood.verdict(),
        UNIQUE_VIOLATION,
        violated.getConstraint(),
        ownKey
            ? "another attempt at this intent committed first"
            : "%s: %s".formatted(understood.meaning(), violated.getConstraint()));
  }

  private static @Nullable ServerErrorMessage uniqueViolationIn(Throwable failure) {
    for (SQLException sql : SqlStates.chain(failure)) {
      if (UNIQUE_VIOLATION.equals(sql.getSQLState()) && sql instanceof PSQLException postgres) {
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
