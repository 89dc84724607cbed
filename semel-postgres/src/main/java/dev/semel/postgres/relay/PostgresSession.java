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
 * One connection, kept. Transaction ids that were given out and not written to disk are given out
 * again after a crash, and so are values of the sequence; a look at the outbox gets its own id
 * without waiting for the disk.
 */
final class PostgresSession implements OutboxSession {
  private static final int VALID_WITHIN_SECONDS = 1;

  private final Connection connection;
  private final RelayParts parts;
  private final OutboxReader reader;
  private final HeldEvents held;
  private final PlannerSettings settingsBefore;

  private PostgresSession(Connection connection, RelayParts parts) {
    this.connection = connection;
    this.parts = parts;
    this.reader = new OutboxReader(parts);
    this.held = new HeldEvents(parts);
    this.settingsBefore = prepare();
  }

  static PostgresSession open(RelayParts parts) {
    try {
      Connection connection = parts.dataSource().getConnection();
      try {
        return new PostgresSession(connection, parts.pinnedTo(connection));
      } catch (RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new StoreException(
          "could not connect to the outbox (SQLSTATE %s)".formatted(e.getSQLState()), e);
    }
  }

  private PlannerSettings prepare() {
    return parts.autocommitted(
        "prepare a session",
        on -> {
          PlannerSettings before = PlannerSettings.of(on);
          PlannerSettings.FOR_LOOKS.applyTo(on);
          return before;
        });
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

  /** As it was: it may belong to a pool. */
  @Override
  public void close() {
    try (Connection closing = connection) {
      if (closing.isValid(VALID_WITHIN_SECONDS)) {
        parts.autocommitted(
            "give a connection back",
            on -> {
              settingsBefore.applyTo(on);
              return settingsBefore;
            });
      }
    } catch (SQLException e) {
      throw new StoreException("could not give a connection back", e);
    }
  }
}
