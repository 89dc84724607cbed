package dev.semel.postgres.connection;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.jdbc.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction of a command, as the connections see it that take part.
 *
 * <p>A transaction that a library runs on such a connection is a <em>part</em> of it. At most one
 * part is open at a time. A part begins at a savepoint, which is set with its first statement. If
 * nothing was done since the last savepoint, that one serves again, so that the savepoint that was
 * set with the claim serves the first part without a round trip. Its commit sends nothing. Its
 * rollback goes back to the savepoint.
 *
 * <p>A read-only part is read-only for the server too: {@code SET TRANSACTION READ ONLY} counts up
 * to the end of the savepoint. The savepoint is released with the next statement that needs it.
 *
 * <p>For one thread.
 */
public final class CommandTransaction {
  /** The savepoint of every part. One that is set later hides the ones before. */
  private static final String PART = "semel_part";

  private static final String READ_ONLY = "SET TRANSACTION READ ONLY";
  private static final Logger LOG = LoggerFactory.getLogger(CommandTransaction.class);

  private final Connection connection;
  private final boolean autoCommit;
  private final DeferredConstraints deferred;
  private final Runnable onEnd;
  private final List<Callback> callbacks = new ArrayList<>();
  private @Nullable PartConnection openPart;
  private @Nullable String unusedSavepoint;
  private String partSavepoint = PART;
  private boolean isReadOnlyPartOver;
  private @Nullable Throwable transientFailure;
  private boolean ended;

  CommandTransaction(
      Connection connection, boolean autoCommit, DeferredConstraints deferred, Runnable onEnd) {
    this.connection = connection;
    this.autoCommit = autoCommit;
    this.deferred = deferred;
    this.onEnd = onEnd;
  }

  /** Work to do once it is known what became of a command. */
  public interface Callback {
    /** Called on the thread of the command, when its connection has been given back. */
    void commandEnded(CommandEnd end);
  }

  // ---- for the store

  /** Notes that a savepoint was set behind everything that was done so far. */
  public void savepointSet(String name) {
    unusedSavepoint = name;
  }

  /** Returns a connection for the effect itself, outside of any part. */
  public Connection effectConnection() {
    return new EffectConnection(this).proxy();
  }

  /**
   * Prepares for the store's own last statements.
   *
   * @throws TransactionMisuseException if a part is still open
   */
  public void finishParts() throws SQLException {
    if (openPart != null) {
      throw new TransactionMisuseException(
          "code inside the effect began a transaction on a connection and neither committed it nor rolled it back; nothing was committed");
    }
    releaseReadOnlyPart();
    detach();
  }

  /** Closes all connections that take part. New connections of the thread come from the pool. */
  public void detach() {
    if (!ended) {
      ended = true;
      onEnd.run();
    }
  }

  /** Calls the callbacks. The command must be detached, and its connection given back. */
  public void end(CommandEnd end) {
    call(callbacks, end);
  }

  private static void call(List<Callback> callbacks, CommandEnd end) {
    for (Callback callback : List.copyOf(callbacks)) {
      try {
        callback.commandEnded(end);
      } catch (RuntimeException | Error failure) {
        LOG.error("a callback after the end of a command ({}) failed", end, failure);
      }
    }
  }

  // ---- for frameworks

  /** Registers work to do after the end. */
  public void onEnd(Callback callback) {
    callbacks.add(callback);
  }

  /** Number of registered callbacks; a position to return to with {@link #undoneSince}. */
  public int position() {
    return callbacks.size();
  }

  /** Tells callbacks that were registered behind a position that their work was rolled back. */
  public void undoneSince(int position) {
    List<Callback> undone = callbacks.subList(position, callbacks.size());
    call(undone, CommandEnd.ROLLED_BACK);
    undone.clear();
  }

  /** Whether a library has a transaction open on a connection that takes part. */
  public boolean hasOpenPart() {
    return openPart != null;
  }

  /** Whether a connection takes part in this command, also if a library has wrapped it. */
  public boolean includes(Connection candidate) {
    try {
      return candidate.isWrapperFor(CommandTransaction.class)
          && candidate.unwrap(CommandTransaction.class) == this;
    } catch (SQLException | RuntimeException cannotTell) {
      return false;
    }
  }

  /**
   * The last failure that another attempt may not meet, such as a serialization failure, a
   * deadlock, or a lock that was not available. Null if there was none.
   */
  public @Nullable Throwable transientFailure() {
    return transientFailure;
  }

  /** Notes a failure that another attempt may not meet. */
  public void noteTransient(Throwable failure) {
    transientFailure = failure;
  }

  // ---- for the connections that take part

  Connection newConnection() {
    return new PartConnection(this, autoCommit).proxy();
  }

  Connection connection() {
    return connection;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Notes that a statement is about to be executed outside of any part. */
  void touch() throws SQLException {
    releaseReadOnlyPart();
    unusedSavepoint = null;
  }

  /** Notes that a statement of the open part is about to be executed. */
  void touchPart() {
    unusedSavepoint = null;
  }

  void beginPart(PartConnection part, boolean readOnly) throws SQLException {
    if (openPart != null) {
      throw new TransactionMisuseException(
          "a second transaction was begun on a connection of the command while another one is open on the same thread; end the first, or begin the second on a connection that is taken while the first is open");
    }
    List<String> statements = new ArrayList<>();
    if (isReadOnlyPartOver) {
      statements.add("RELEASE SAVEPOINT " + partSavepoint);
    }
    if (unusedSavepoint == null || readOnly || isReadOnlyPartOver) {
      statements.add("SAVEPOINT " + PART);
      partSavepoint = PART;
    } else {
      partSavepoint = unusedSavepoint;
    }
    if (readOnly) {
      statements.add(READ_ONLY);
    }
    if (!statements.isEmpty()) {
      execute(String.join("; ", statements));
    }
    isReadOnlyPartOver = false;
    openPart = part;
  }

  /**
   * Commits the open part.
   *
   * @param suspicious whether a statement has failed, so that the server may have aborted the
   *     transaction
   */
  void commitPart(boolean readOnly, boolean suspicious) throws SQLException {
    try {
      if (suspicious) {
        execute("RELEASE SAVEPOINT " + partSavepoint + "; SAVEPOINT " + partSavepoint);
      }
      String check = readOnly ? "" : deferred.check(connection);
      if (!check.isEmpty()) {
        execute(check);
      }
      isReadOnlyPartOver = readOnly;
      openPart = null;
    } catch (SQLException failure) {
      noteFailure(failure);
      rollbackPart();
      throw failure;
    }
  }

  /** Undoes the open part. If the connection is lost, the server has undone all of the command. */
  void rollbackPart() throws SQLException {
    openPart = null;
    if (connection.isClosed()) {
      return;
    }
    execute("ROLLBACK TO SAVEPOINT " + partSavepoint);
    unusedSavepoint = partSavepoint;
  }

  void noteFailure(SQLException failure) {
    if (SqlStates.isTransient(failure)) {
      noteTransient(failure);
    }
  }

  private void releaseReadOnlyPart() throws SQLException {
    if (isReadOnlyPartOver) {
      execute("RELEASE SAVEPOINT " + partSavepoint);
      isReadOnlyPartOver = false;
      unusedSavepoint = null;
    }
  }

  private void execute(String sql) throws SQLException {
    PostgresDriver.withoutAutosave(
        connection,
        () -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }
}
