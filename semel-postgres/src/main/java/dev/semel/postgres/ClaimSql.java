package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The statements that claim, sent in one flight where the driver can do so.
 *
 * <p>The driver does not send another statement behind a prepared query whose rows may be large: it
 * waits for the rows first. So a flight of several statements has a claim that reads the record's
 * id only, and the record is read by a statement of its own if there is one.
 *
 * @param beginning sets the isolation of the transaction; empty for the default isolation
 * @param flight the beginning, the claim, and a savepoint behind it where one is needed
 * @param afterBeginning the flight without the beginning
 * @param isAlone whether the flight has no statement but the claim
 * @param record reads the record whose id the claim returned; null if the claim returns the record
 */
record ClaimSql(
    String beginning,
    NamedSql flight,
    NamedSql afterBeginning,
    boolean isAlone,
    @Nullable NamedSql record) {
  /** Makes the statements that claim an intent in a transaction of the caller. */
  static ClaimSql joinedIntent(IntentSql sql) {
    return intent("", sql, true);
  }

  /**
   * Makes the statements that claim an intent in a transaction of the store's own.
   *
   * @param savepoint whether a savepoint is set behind the claim
   */
  static ClaimSql intent(String beginning, IntentSql sql, boolean savepoint) {
    return beginning.isEmpty() && !savepoint
        ? of("", sql.claim, false, null)
        : of(beginning, sql.claimById, savepoint, sql.record);
  }

  /** Makes the statements that claim messages in a transaction of the caller. */
  static ClaimSql joinedMessages(String claim) {
    return messages("", claim, true);
  }

  /**
   * Makes the statements that claim messages in a transaction of the store's own.
   *
   * @param savepoint whether a savepoint is set behind the claim
   */
  static ClaimSql messages(String beginning, String claim, boolean savepoint) {
    return of(beginning, claim, savepoint, null);
  }

  private static ClaimSql of(
      String beginning, String claim, boolean savepoint, @Nullable NamedSql record) {
    String rest = savepoint ? claim + ";\nSAVEPOINT " + AttemptTransaction.SAVEPOINT : claim;
    NamedSql afterBeginning = NamedSql.of(rest);
    return beginning.isEmpty()
        ? new ClaimSql("", afterBeginning, afterBeginning, !savepoint, record)
        : new ClaimSql(
            beginning, NamedSql.of(beginning + ";\n" + rest), afterBeginning, false, record);
  }

  /** Prepares the flight, after sending the beginning by itself where that is necessary. */
  NamedSql.Bound prepare(Connection connection) throws SQLException {
    if (isAlone) {
      return flight.prepare(connection);
    }
    boolean together = beginning.isEmpty() || PostgresFlight.mayBeginTransaction(connection);
    if (!together) {
      AttemptTransaction.execute(connection, beginning);
    }
    NamedSql.Bound bound = (together ? flight : afterBeginning).prepare(connection);
    if (record == null) {
      PostgresFlight.keepTogether(bound.statement());
    }
    return bound;
  }
}
