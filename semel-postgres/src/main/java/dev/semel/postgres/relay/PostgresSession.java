package dev.semel.postgres.relay;

import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.relay.spi.StoredEvent;
import dev.semel.relay.spi.WriteResult;
import dev.semel.spi.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session on one connection that is kept, or on one that is borrowed for each call where the pool
 * is small. It ends with the {@linkplain ServerRun run of the server}, whether the connection
 * breaks or a pooler hides that.
 */
final class PostgresSession implements OutboxSession {
  private final @Nullable Connection kept;
  private final ConnectionBudget budget;
  private final OutboxReader reader;
  private final HeldEvents held;

  private PostgresSession(RelayParts parts, @Nullable Connection kept, ConnectionBudget budget) {
    this.kept = kept;
    this.budget = budget;
    ServerRun run = parts.autocommitted("open a session", ServerRun::of);
    this.reader = new OutboxReader(parts, run);
    this.held = new HeldEvents(parts, run);
  }

  static PostgresSession open(RelayParts parts, ConnectionBudget budget) {
    if (!budget.keepsOne()) {
      return new PostgresSession(parts, null, budget);
    }
    try {
      return onKept(parts, budget);
    } catch (SQLException e) {
      budget.release();
      throw new StoreException(
          "could not connect to the outbox (SQLSTATE %s)".formatted(e.getSQLState()), e);
    } catch (RuntimeException e) {
      budget.release();
      throw e;
    }
  }

  private static PostgresSession onKept(RelayParts parts, ConnectionBudget budget)
      throws SQLException {
    Connection connection = parts.dataSource().getConnection();
    try {
      return new PostgresSession(parts.pinnedTo(connection), connection, budget);
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public Mark mark(@Nullable Mark previous) {
    return reader.mark((PostgresMark) previous);
  }

  @Override
  public ReadPage read(Cursor from, Mark mark, Set<Integer> shards, int shardCount, int limit) {
    return reader.read((PostgresCursor) from, (PostgresMark) mark, shards, shardCount, limit);
  }

  @Override
  public WriteResult write(String relay, Collection<ShardWrite> writes, boolean deadLettersBlock) {
    return held.write(relay, writes, deadLettersBlock);
  }

  @Override
  public List<StoredEvent> readRange(
      ReplayRequest request, long afterSequence, Mark upTo, int shardCount, int limit) {
    return reader.readRange(request, afterSequence, (PostgresMark) upTo, shardCount, limit);
  }

  @Override
  public void close() {
    if (kept == null) {
      return;
    }
    budget.release();
    try {
      kept.close();
    } catch (SQLException e) {
      throw new StoreException("could not close the connection of a relay's session", e);
    }
  }
}
