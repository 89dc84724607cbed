package dev.semel.postgres;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.TransactionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transaction an attempt works in, and who ends it. For one thread. */
abstract class AttemptTransaction {
  static final String SAVEPOINT = "semel_effect";
  private static final Logger LOG = LoggerFactory.getLogger(AttemptTransaction.class);

  /** How the last flight of an attempt ends. */
  abstract SettleSql.End end();

  /** The connection; after it was undone, one on which the next transaction begins. */
  abstract Connection connection() throws SQLException;

  /** Commits what the last flight left uncommitted. */
  abstract void commit() throws SQLException;

  /** Undoes everything since the claim. */
  abstract void undo() throws SQLException;

  /**
   * Gives everything back.
   *
   * @param claimed whether the claim was made in it
   * @param over whether it was settled
   */
  abstract void close(boolean claimed, boolean over);

  /** A transaction for a command: a framework's where one manages them. */
  static AttemptTransaction own(StoreParts parts) {
    TransactionSource source = parts.transactions();
    try {
      return source == null ? pooled(parts) : new Managed(source, source.begin());
    } catch (SQLException e) {
      throw StoreParts.failed("begin a transaction", e);
    }
  }

  /** A transaction in which nobody but the store works. */
  static AttemptTransaction pooled(StoreParts parts) {
    Connection connection = null;
    try {
      connection = parts.dataSource().getConnection();
      boolean autoCommitBefore = connection.getAutoCommit();
      connection.setAutoCommit(false);
      return new Pooled(connection, autoCommitBefore);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw StoreParts.failed("get a connection", e);
    }
  }

  /** A transaction that the caller manages. */
  static AttemptTransaction joined(Connection connection) {
    try {
      if (connection.getAutoCommit()) {
        throw new TransactionMisuseException(
            "the connection to join is in autocommit mode, so there is no transaction to join; call setAutoCommit(false) on it, or let Semel run the transaction with once(…)");
      }
      return new Joined(connection);
    } catch (SQLException e) {
      throw StoreParts.failed("join the transaction", e);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void closeQuietly(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      LOG.debug("could not close a connection", e);
    }
  }

  /** On a connection from the pool. COMMIT goes with the last flight. */
  private static final class Pooled extends AttemptTransaction {
    private final Connection connection;
    private final boolean autoCommitBefore;

    Pooled(Connection connection, boolean autoCommitBefore) {
      this.connection = connection;
      this.autoCommitBefore = autoCommitBefore;
    }

    @Override
    SettleSql.End end() {
      return SettleSql.End.COMMIT;
    }

    @Override
    Connection connection() {
      return connection;
    }

    @Override
    void commit() throws SQLException {
      connection.commit();
    }

    @Override
    void undo() throws SQLException {
      connection.rollback();
    }

    @Override
    void close(boolean claimed, boolean over) {
      try {
        if (!over) {
          connection.rollback();
        }
        connection.setAutoCommit(autoCommitBefore);
      } catch (SQLException e) {
        LOG.debug("could not roll back; the server does so when the connection ends", e);
      } finally {
        closeQuietly(connection);
      }
    }
  }

  /** In the hands of a framework, which has its own things to do before and after COMMIT. */
  private static final class Managed extends AttemptTransaction {
    private final TransactionSource source;
    private TransactionSource.@Nullable Open open;

    Managed(TransactionSource source, TransactionSource.Open open) {
      this.source = source;
      this.open = open;
    }

    @Override
    SettleSql.End end() {
      return SettleSql.End.SEPARATE_COMMIT;
    }

    @Override
    Connection connection() throws SQLException {
      if (open == null) {
        open = source.begin();
      }
      return open.connection();
    }

    @Override
    void commit() throws SQLException {
      TransactionSource.Open ending = open;
      open = null;
      if (ending != null) {
        ending.commit();
      }
    }

    @Override
    void undo() throws SQLException {
      TransactionSource.Open ending = open;
      open = null;
      if (ending != null) {
        ending.rollback();
      }
    }

    @Override
    void close(boolean claimed, boolean over) {
      try {
        undo();
      } catch (SQLException | RuntimeException e) {
        LOG.debug("could not roll back; the server does so when the connection ends", e);
      }
    }
  }

  /** The caller's own. A savepoint that is set with the claim is as far back as undoing goes. */
  private static final class Joined extends AttemptTransaction {
    private final Connection connection;

    Joined(Connection connection) {
      this.connection = connection;
    }

    @Override
    SettleSql.End end() {
      return SettleSql.End.JOINED;
    }

    @Override
    Connection connection() {
      return connection;
    }

    @Override
    void commit() {
      // The caller will.
    }

    @Override
    void undo() throws SQLException {
      execute(connection, "ROLLBACK TO SAVEPOINT " + SAVEPOINT);
    }

    /** Takes the savepoint away, so that an outer command on this transaction finds its own. */
    @Override
    void close(boolean claimed, boolean over) {
      if (!claimed || over) {
        return;
      }
      try {
        execute(connection, "RELEASE SAVEPOINT " + SAVEPOINT);
      } catch (SQLException e) {
        LOG.debug("could not release the savepoint; the caller's transaction has failed", e);
      }
    }
  }
}
