package dev.semel.postgres;

import dev.semel.DeterministicId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A lock on something that has no row: one settlement per merchant and day, one import per file. It
 * ends with the transaction. It spares work that would be in vain; it is never a substitute for a
 * unique constraint, because two names may share a lock and nobody is forced to take it.
 */
public final class AdvisoryLock {
  private static final String DOMAIN = "semel advisory lock";

  private AdvisoryLock() {}

  /** Takes the lock if nobody holds it. Never waits. */
  public static boolean tryLock(Connection transaction, String... name) throws SQLException {
    refuseAutocommit(transaction);
    try (PreparedStatement lock =
        transaction.prepareStatement("SELECT pg_try_advisory_xact_lock(?)")) {
      lock.setLong(1, numberOf(name));
      try (ResultSet row = lock.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  /** Takes the lock, waiting for its holder as long as {@code lock_timeout} allows. */
  public static void lock(Connection transaction, String... name) throws SQLException {
    refuseAutocommit(transaction);
    try (PreparedStatement lock = transaction.prepareStatement("SELECT pg_advisory_xact_lock(?)")) {
      lock.setLong(1, numberOf(name));
      lock.execute();
    }
  }

  private static void refuseAutocommit(Connection transaction) throws SQLException {
    if (transaction.getAutoCommit()) {
      throw new IllegalArgumentException(
          "the connection is in autocommit mode: the lock would end with its own statement");
    }
  }

  private static long numberOf(String... name) {
    String[] parts = new String[name.length + 1];
    parts[0] = DOMAIN;
    System.arraycopy(name, 0, parts, 1, name.length);
    return DeterministicId.of(parts).getMostSignificantBits();
  }
}
