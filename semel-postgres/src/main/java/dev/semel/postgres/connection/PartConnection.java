package dev.semel.postgres.connection;

import dev.semel.TransactionMisuseException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.AutoSave;

/**
 * A connection for a library. It behaves as one from the pool: it starts in the autocommit mode of
 * the pool, and transactions can be begun, committed and rolled back on it, each a part of the
 * command's.
 *
 * <p>In autocommit mode a statement that fails must not take the command with it. The driver is
 * asked to set a savepoint in front of each such statement, in the same round trip.
 */
final class PartConnection extends ConnectionProxy {
  private static final String IN_FAILED_TRANSACTION = "25P02";

  private boolean autoCommit;
  private boolean readOnly;
  private boolean open;
  private boolean failed;
  private boolean closed;
  private @Nullable Integer isolation;

  PartConnection(CommandTransaction command, boolean autoCommit) {
    super(command);
    this.autoCommit = autoCommit;
  }

  @Override
  boolean isClosed() {
    return closed || command().hasEnded();
  }

  @Override
  @Nullable Object execute(Call call) throws Throwable {
    requireOpen();
    try {
      if (autoCommit) {
        return autocommitted(call);
      }
      beginUnlessOpen();
      command().touchPart();
      return call.run();
    } catch (SQLException failure) {
      failed = true;
      command().noteFailure(failure);
      throw failure;
    }
  }

  private @Nullable Object autocommitted(Call call) throws Throwable {
    command().touch();
    Connection connection = command().connection();
    PGConnection driver = PostgresDriver.find(connection, PGConnection.class);
    if (driver == null) {
      return savedByHand(connection, call);
    }
    AutoSave before = driver.getAutosave();
    driver.setAutosave(AutoSave.ALWAYS);
    try {
      return call.run();
    } finally {
      driver.setAutosave(before);
    }
  }

  private static @Nullable Object savedByHand(Connection connection, Call call) throws Throwable {
    Savepoint savepoint = connection.setSavepoint();
    Object result;
    try {
      result = call.run();
    } catch (SQLException failure) {
      connection.rollback(savepoint);
      throw failure;
    }
    connection.releaseSavepoint(savepoint);
    return result;
  }

  private void beginUnlessOpen() throws SQLException {
    if (!open) {
      command().beginPart(this, readOnly);
      open = true;
      failed = false;
    }
  }

  @Override
  @Nullable Object handle(Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "getAutoCommit" -> autoCommit;
      case "setAutoCommit" -> setAutoCommit((boolean) arguments[0]);
      case "commit" -> commit();
      case "rollback" -> arguments.length == 0 ? rollback() : rollbackTo((Savepoint) arguments[0]);
      case "setSavepoint" -> beforeSavepoint();
      case "close" -> close();
      case "isClosed" -> isClosed();
      case "isReadOnly" -> readOnly;
      case "setReadOnly" -> setReadOnly((boolean) arguments[0]);
      case "getTransactionIsolation" -> currentIsolation();
      case "setTransactionIsolation" -> setIsolation((int) arguments[0]);
      default -> NOT_HANDLED;
    };
  }

  private @Nullable Object setAutoCommit(boolean on) throws SQLException {
    requireOpen();
    if (on && !autoCommit) {
      commit();
    }
    autoCommit = on;
    return null;
  }

  private @Nullable Object commit() throws SQLException {
    requireOpen();
    refuseAutoCommit("commit");
    if (open) {
      open = false;
      boolean suspicious = failed;
      failed = false;
      try {
        command().commitPart(readOnly, suspicious);
      } catch (SQLException failure) {
        throw IN_FAILED_TRANSACTION.equals(failure.getSQLState())
            ? new SQLException(
                "a statement of this transaction failed, so that it was rolled back instead of committed",
                IN_FAILED_TRANSACTION,
                failure)
            : failure;
      }
    }
    return null;
  }

  private @Nullable Object rollback() throws SQLException {
    requireOpen();
    refuseAutoCommit("roll back");
    if (open) {
      open = false;
      failed = false;
      command().rollbackPart();
    }
    return null;
  }

  private void refuseAutoCommit(String what) throws SQLException {
    if (autoCommit) {
      throw new SQLException("cannot %s while autocommit is on".formatted(what), "25000");
    }
  }

  /** Whatever failed behind the savepoint is undone, so that the transaction can go on. */
  private @Nullable Object rollbackTo(Savepoint savepoint) throws SQLException {
    requireOpen();
    command().connection().rollback(savepoint);
    failed = false;
    return null;
  }

  private Object beforeSavepoint() throws SQLException {
    requireOpen();
    refuseAutoCommit("set a savepoint");
    beginUnlessOpen();
    command().touchPart();
    return NOT_HANDLED;
  }

  private @Nullable Object close() throws SQLException {
    if (!isClosed() && open) {
      rollback();
    }
    closed = true;
    return null;
  }

  private @Nullable Object setReadOnly(boolean on) throws SQLException {
    requireOpen();
    if (open) {
      throw new SQLException(
          "the access mode cannot be changed in the middle of a transaction", "25001");
    }
    readOnly = on;
    return null;
  }

  private int currentIsolation() throws SQLException {
    requireOpen();
    return isolation == null ? command().connection().getTransactionIsolation() : isolation;
  }

  /**
   * Accepts an isolation that the command already gives. A stricter one would have to be set before
   * the command's first statement.
   */
  private @Nullable Object setIsolation(int level) throws SQLException {
    requireOpen();
    int given = command().connection().getTransactionIsolation();
    if (level > given && level > Connection.TRANSACTION_READ_COMMITTED) {
      throw new TransactionMisuseException(
          "a transaction inside a command asks for the isolation %s, but the command runs with %s; set the isolation of the command, such as @Idempotent(isolation = Isolation.%s)"
              .formatted(nameOf(level), nameOf(given), nameOf(level)));
    }
    isolation = level;
    return null;
  }

  private static String nameOf(int level) {
    return switch (level) {
      case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
      case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE_READ";
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ_UNCOMMITTED";
      default -> "READ_COMMITTED";
    };
  }
}
