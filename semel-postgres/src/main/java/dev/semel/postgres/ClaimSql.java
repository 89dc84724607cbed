package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The statements that claim, sent in one flight where the driver can do so.
 *
 * @param beginning sets the isolation of the transaction; empty for the default isolation
 * @param flight the beginning, the claim, and a savepoint behind it where one is needed
 * @param afterBeginning the flight without the beginning
 * @param isAlone whether the flight has no statement but the claim
 */
record ClaimSql(String beginning, NamedSql flight, NamedSql afterBeginning, boolean isAlone) {
  static ClaimSql joined(String claim) {
    return own("", claim, true);
  }

  /**
   * Makes the statements for a transaction of the store's own.
   *
   * @param savepoint whether a savepoint is set behind the claim
   */
  static ClaimSql own(String beginning, String claim, boolean savepoint) {
    String rest = savepoint ? claim + ";\nSAVEPOINT " + AttemptTransaction.SAVEPOINT : claim;
    NamedSql afterBeginning = NamedSql.of(rest);
    return beginning.isEmpty()
        ? new ClaimSql("", afterBeginning, afterBeginning, !savepoint)
        : new ClaimSql(beginning, NamedSql.of(beginning + ";\n" + rest), afterBeginning, false);
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
    PostgresFlight.keepTogether(bound.statement());
    return bound;
  }
}
