package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.LeaseLostException;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.GuardedConnection;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Attempt;
import dev.semel.spi.Claim;
import dev.semel.spi.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The atomic protocol on one connection.
 *
 * <pre>
 * claim    BEGIN; try-lock and read          one flight
 * effect   the user's statements
 * settle   audit; events; record; COMMIT     one flight
 * </pre>
 *
 * <p>If any statement of the last flight fails, the server skips the rest of it, COMMIT included.
 * So the plain INSERT of the record decides for the whole transaction: where another attempt has
 * committed the same intent, nothing of this one remains.
 *
 * <p>In a caller's transaction the claim also sets a savepoint, to which {@link #undo} goes back;
 * the last flight releases it and leaves COMMIT to the caller.
 */
final class PostgresAttempt implements Attempt<Connection> {
  /**
   * How a transaction is claimed in.
   *
   * @param beginning what sets its isolation; empty if nothing has to
   * @param flight the beginning, the claim, and what else goes with it
   * @param isAlone whether the claim is all of the flight
   */
  record ClaimSql(String beginning, NamedSql flight, boolean isAlone) {
    static ClaimSql joined(String claim) {
      return new ClaimSql("", NamedSql.of(claim + ";\nSAVEPOINT " + SAVEPOINT), false);
    }

    static ClaimSql own(String beginning, String claim) {
      return beginning.isEmpty()
          ? new ClaimSql("", NamedSql.of(claim), true)
          : new ClaimSql(beginning, NamedSql.of(beginning + ";\n" + claim), false);
    }
  }

  static final String SAVEPOINT = "semel_effect";
  private static final Logger LOG = LoggerFactory.getLogger(PostgresAttempt.class);
  private static final String IN_FAILED_TRANSACTION = "25P02";
  private static final String NOT_NULL_VIOLATION = "23502";

  private final StoreParts parts;
  private final ClaimSql claim;
  private final SettleSql settles;
  private final Connection connection;
  private final boolean joined;
  private final boolean autoCommitBefore;
  private @Nullable Instant transactionAt;
  private boolean begun;
  private boolean over;

  private PostgresAttempt(
      StoreParts parts,
      ClaimSql claim,
      SettleSql settles,
      Connection connection,
      boolean joined,
      boolean autoCommitBefore) {
    this.parts = parts;
    this.claim = claim;
    this.settles = settles;
    this.connection = connection;
    this.joined = joined;
    this.autoCommitBefore = autoCommitBefore;
  }

  /** In a transaction of its own. It begins with the first statement, in the same flight. */
  static PostgresAttempt own(StoreParts parts, ClaimSql claim, SettleSql settles) {
    Connection connection = null;
    try {
      connection = parts.dataSource().getConnection();
      boolean autoCommitBefore = connection.getAutoCommit();
      connection.setAutoCommit(false);
      return new PostgresAttempt(parts, claim, settles, connection, false, autoCommitBefore);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw StoreParts.failed("get a connection", e);
    }
  }

  /** In a transaction that the caller manages. */
  static PostgresAttempt joined(
      StoreParts parts, ClaimSql claim, SettleSql settles, Connection connection) {
    try {
      if (connection.getAutoCommit()) {
        throw new TransactionMisuseException(
            "the connection to join is in autocommit mode, so there is no transaction to join; call setAutoCommit(false) on it, or let Semel run the transaction with once(…)");
      }
    } catch (SQLException e) {
      throw StoreParts.failed("join the transaction", e);
    }
    return new PostgresAttempt(parts, claim, settles, connection, true, false);
  }

  @Override
  public Connection transaction() {
    beginUnlessBegun();
    return new GuardedConnection(connection);
  }

  /** Without a claim there was no flight that could have set the isolation. */
  private void beginUnlessBegun() {
    if (begun || claim.beginning().isEmpty()) {
      return;
    }
    try {
      execute(claim.beginning());
      begun = true;
    } catch (SQLException e) {
      throw StoreParts.failed("begin a transaction", e);
    }
  }

  @Override
  public Claim claim(IntentId intent) {
    return claimRow(intent).asClaim();
  }

  /** The claim as it was read, for leases, which read it differently. */
  ClaimedRow claimRow(IntentId intent) {
    try {
      ClaimedRow row = ClaimedRow.claim(parts, claim, connection, intent);
      transactionAt = row.transactionAt();
      begun = true;
      return row;
    } catch (SQLException e) {
      throw StoreParts.failed("claim intent " + intent, e);
    }
  }

  /** Something else that ends the transaction by a COMMIT of its own. */
  <V> V work(String what, StoreParts.Work<V> work) {
    try {
      V result = work.on(connection);
      over = true;
      return result;
    } catch (SQLException e) {
      throw StoreParts.failed(what, e);
    }
  }

  @Override
  public int settle(Settlement settlement) {
    SettleSql.Shape shape = SettleSql.Shape.of(settlement, joined);
    List<Integer> counts = fly(settlement, shape);
    if (counts.get(shape.recordPlace()) != 1) {
      undo();
      throw new LeaseLostException(
          "intent %s: the lease is no longer this owner's; nothing was committed"
              .formatted(settlement.intent()));
    }
    if (shape.end() == SettleSql.End.FENCED) {
      commit();
    }
    over = true;
    return settlement.events().isEmpty()
        ? 0
        : settlement.events().size() - counts.get(shape.eventsPlace());
  }

  private List<Integer> fly(Settlement settlement, SettleSql.Shape shape) {
    try (NamedSql.Bound bound = settles.flight(shape).prepare(connection)) {
      parts.bindNow(bound);
      new SettleBinder(connection, bound, settlement).bind(shape, transactionAt);
      return PostgresFlight.countsOf(bound.statement());
    } catch (SQLException e) {
      throw settleFailed(settlement.intent(), e);
    }
  }

  /** Two failures have a cause that only this place can name. */
  private static RuntimeException settleFailed(IntentId intent, SQLException e) {
    if (IN_FAILED_TRANSACTION.equals(e.getSQLState())) {
      return new TransactionMisuseException(
          "intent %s: a statement of the effect failed and its error was caught and ignored, so the transaction is aborted and nothing was committed; let the SQLException go on, or guard the statement with a savepoint"
              .formatted(intent),
          e);
    }
    if (NOT_NULL_VIOLATION.equals(e.getSQLState())
        && "claimed_at".equals(PostgresFailures.columnOf(e))) {
      return new TransactionMisuseException(
          "intent %s: the effect ended the transaction in which the intent was claimed (COMMIT or ROLLBACK as SQL?); what it committed that way is not protected"
              .formatted(intent),
          e);
    }
    return StoreParts.failed("settle intent " + intent, e);
  }

  private void commit() {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw StoreParts.failed("commit", e);
    }
  }

  @Override
  public void undo() {
    try {
      if (joined) {
        execute("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
      } else {
        connection.rollback();
        transactionAt = null;
        begun = false;
      }
    } catch (SQLException e) {
      throw StoreParts.failed("roll back", e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    if (joined) {
      leave();
      return;
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
    }
  }

  /** Takes the savepoint away again, so that an outer command on this transaction finds its own. */
  private void leave() {
    if (!begun || over) {
      return;
    }
    try {
      execute("RELEASE SAVEPOINT " + SAVEPOINT);
    } catch (SQLException e) {
      LOG.debug("could not release the savepoint; the caller's transaction has failed", e);
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
}
