package dev.semel.postgres;

import dev.semel.TransactionMisuseException;
import java.sql.SQLException;

/**
 * How an attempt ends, the same for a command and for a batch of messages: by its commit, by going
 * back, or by a failure whose cause only this place can name.
 *
 * @param transaction the attempt's own
 * @param words what its failures call things
 */
record AttemptEnd(AttemptTransaction transaction, Words words) {
  private static final String IN_FAILED_TRANSACTION = "25P02";
  private static final String NOT_NULL_VIOLATION = "23502";

  /**
   * What failures call things.
   *
   * @param effect what the user's statements are called
   * @param claimed what was claimed before them
   * @param timeColumn stays empty if the transaction of the claim is no longer there
   */
  record Words(String effect, String claimed, String timeColumn) {}

  void commit() {
    try {
      transaction.commit();
    } catch (SQLException e) {
      throw StoreParts.failed("commit", e);
    }
  }

  /** Goes back to before the claim; returns whether the transaction is over with that. */
  boolean undo() {
    try {
      transaction.undo();
      return transaction.end() != SettleSql.End.JOINED;
    } catch (SQLException e) {
      throw StoreParts.failed("roll back", e);
    }
  }

  /**
   * Why it could not be settled.
   *
   * @param whom for messages: {@code intent …} or {@code consumer …}
   * @param what was to be settled
   */
  RuntimeException settleFailed(String whom, String what, SQLException e) {
    if (IN_FAILED_TRANSACTION.equals(e.getSQLState())) {
      return new TransactionMisuseException(
          "%s: a statement of the %s failed and its error was caught and ignored, so the transaction is aborted and nothing was committed; let the SQLException go on, or guard the statement with a savepoint"
              .formatted(whom, words.effect()),
          e);
    }
    if (NOT_NULL_VIOLATION.equals(e.getSQLState())
        && words.timeColumn().equals(PostgresFailures.columnOf(e))) {
      return new TransactionMisuseException(
          "%s: the %s ended the transaction in which the %s was claimed (COMMIT or ROLLBACK as SQL?); what it committed that way is not protected"
              .formatted(whom, words.effect(), words.claimed()),
          e);
    }
    return StoreParts.failed("settle " + what, e);
  }
}
