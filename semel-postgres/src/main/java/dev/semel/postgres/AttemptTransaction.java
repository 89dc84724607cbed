package dev.semel.postgres;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.postgres.connection.CommandTransaction;
import dev.semel.postgres.connection.PostgresDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transaction an attempt works in, and who ends it. For one thread. */
abstract class AttemptTransaction {
  static final String SAVEPOINT = "semel_effect";
  private static final String RESOLUTION_UNKNOWN = "08007";
  private static final Logger LOG = LoggerFactory.getLogger(AttemptTransaction.class);

  /** How the last flight of an attempt ends. */
  abstract SettleSql.End end();

  /** The connection; after it was undone, one on which the next transaction begins. */
  abstract Connection connection() throws SQLException;

  /** The connection for the effect. */
  Connection effectConnection() throws SQLException {
    return connection();
  }

  /** Whether the claim has to set a savepoint behind itself. */
  abstract boolean wantsSavepoint();

  /** Notes that the claim was made. */
  void claimed() {}

  /** Prepares for the last flight. */
  void beforeSettle() throws SQLException {}

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

  /**
   * A transaction for an effect. Connections that the effect gets on its thread take part in it.
   */
  static AttemptTransaction own(StoreParts parts) {
    return begin(parts, parts.commands());
  }

  /** A transaction in which only the store works. */
  static AttemptTransaction pooled(StoreParts parts) {
    return begin(parts, null);
  }

  private static AttemptTransaction begin(StoreParts parts, @Nullable CommandDataSource commands) {
    Connection connection = null;
    try {
      connection = parts.dataSource().getConnection();
      boolean autoCommitBefore = connection.getAutoCommit();
      connection.setAutoCommit(false);
      CommandTransaction command =
          commands == null ? null : commands.begin(connection, autoCommitBefore);
      return new Pooled(connection, autoCommitBefore, command);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw StoreParts.failed("get a connection", e);
    } catch (TransactionMisuseException e) {
      closeQuietly(connection);
      throw e;
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

  /**
   * Says what a pool does not. A pool that saw a connection break closes it, and whatever is done
   * on it afterwards fails without a SQLSTATE.
   */
  SQLException explained(SQLException failure) {
    try {
      if (failure.getSQLState() == null && connection().isClosed()) {
        return new SQLException(
            "the connection was lost before the transaction was known to have ended",
            RESOLUTION_UNKNOWN,
            failure);
      }
    } catch (SQLException second) {
      failure.addSuppressed(second);
    }
    return failure;
  }

  static void execute(Connection connection, String sql) throws SQLException {
    PostgresDriver.withoutAutosave(
        connection,
        () -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
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
    private final @Nullable CommandTransaction command;
    private boolean settling;
    private boolean undone;

    Pooled(Connection connection, boolean autoCommitBefore, @Nullable CommandTransaction command) {
      this.connection = connection;
      this.autoCommitBefore = autoCommitBefore;
      this.command = command;
    }

    @Override
    Connection effectConnection() {
      return command == null ? connection : command.effectConnection();
    }

    @Override
    boolean wantsSavepoint() {
      return command != null;
    }

    @Override
    void claimed() {
      if (command != null) {
        command.savepointSet(SAVEPOINT);
      }
    }

    @Override
    void beforeSettle() throws SQLException {
      if (command != null && !undone) {
        command.finishParts();
        settling = true;
      }
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
      undone = true;
      if (command != null) {
        command.detach();
      }
      try {
        connection.rollback();
      } catch (SQLException failure) {
        throw explained(failure);
      }
    }

    @Override
    void close(boolean claimed, boolean over) {
      if (command != null) {
        command.detach();
      }
      try {
        if (!over) {
          connection.rollback();
        }
        connection.setAutoCommit(autoCommitBefore);
      } catch (SQLException e) {
        LOG.debug("could not roll back; the server does so when the connection ends", e);
      } finally {
        closeQuietly(connection);
        if (command != null) {
          command.end(endOf(over));
        }
      }
    }

    private CommandEnd endOf(boolean over) {
      if (undone || !(over || settling)) {
        return CommandEnd.ROLLED_BACK;
      }
      return over ? CommandEnd.COMMITTED : CommandEnd.UNKNOWN;
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
    boolean wantsSavepoint() {
      return true;
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
