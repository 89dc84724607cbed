package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.LeaseLostException;
import dev.semel.jdbc.GuardedConnection;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Attempt;
import dev.semel.spi.Claim;
import dev.semel.spi.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private static final AttemptEnd.Words WORDS =
      new AttemptEnd.Words("effect", "intent", "claimed_at");

  private final StoreParts parts;
  private final ClaimSql claim;
  private final SettleSql settles;
  private final AttemptTransaction transaction;
  private final AttemptEnd end;
  private @Nullable Instant transactionAt;
  private boolean begun;
  private boolean over;

  PostgresAttempt(
      StoreParts parts, ClaimSql claim, SettleSql settles, AttemptTransaction transaction) {
    this.parts = parts;
    this.claim = claim;
    this.settles = settles;
    this.transaction = transaction;
    this.end = new AttemptEnd(transaction, WORDS);
  }

  @Override
  public Connection transaction() {
    try {
      beginUnlessBegun();
      return new GuardedConnection(transaction.effectConnection());
    } catch (SQLException e) {
      throw StoreParts.failed("begin a transaction", e);
    }
  }

  /** Without a claim there was no flight that could have set the isolation. */
  private void beginUnlessBegun() throws SQLException {
    if (!begun && !claim.beginning().isEmpty()) {
      AttemptTransaction.execute(transaction.connection(), claim.beginning());
      begun = true;
    }
  }

  @Override
  public Claim claim(IntentId intent) {
    return claimRow(intent).asClaim();
  }

  /** The claim as it was read, for leases, which read it differently. */
  ClaimedRow claimRow(IntentId intent) {
    try {
      ClaimedRow row = ClaimedRow.claim(parts, claim, transaction.connection(), intent);
      transactionAt = row.transactionAt();
      begun = true;
      transaction.claimed();
      return row;
    } catch (SQLException e) {
      throw StoreParts.failed("claim intent " + intent, e);
    }
  }

  /** Something else that ends the transaction by a COMMIT of its own. */
  <V> V work(String what, StoreParts.Work<V> work) {
    try {
      V result = work.on(transaction.connection());
      over = true;
      return result;
    } catch (SQLException e) {
      throw StoreParts.failed(what, e);
    }
  }

  @Override
  public int settle(Settlement settlement) {
    SettleSql.Shape shape = SettleSql.Shape.of(settlement, transaction.end());
    List<Integer> counts = fly(settlement, shape);
    if (counts.get(shape.recordPlace()) != 1) {
      undo();
      throw new LeaseLostException(
          "intent %s: the lease is no longer this owner's; nothing was committed"
              .formatted(settlement.intent()));
    }
    if (shape.end() != SettleSql.End.COMMIT) {
      end.commit();
    }
    over = true;
    return settlement.events().isEmpty()
        ? 0
        : settlement.events().size() - counts.get(shape.eventsPlace());
  }

  private List<Integer> fly(Settlement settlement, SettleSql.Shape shape) {
    try {
      transaction.beforeSettle();
      try (NamedSql.Bound bound = settles.flight(shape).prepare(transaction.connection())) {
        parts.bindNow(bound);
        new SettleBinder(transaction.connection(), bound, settlement).bind(shape, transactionAt);
        return PostgresFlight.countsOf(bound.statement());
      }
    } catch (SQLException e) {
      String intent = "intent " + settlement.intent();
      throw end.settleFailed(intent, intent, transaction.explained(e));
    }
  }

  @Override
  public void undo() {
    if (end.undo()) {
      transactionAt = null;
      begun = false;
    }
  }

  @Override
  public void close() {
    transaction.close(begun, over);
  }
}
