package dev.semel.debezium;

import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.ShardWrite;
import dev.semel.relay.spi.StoredEvent;
import dev.semel.relay.spi.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relay's session: what is read from the outbox and what is saved goes over one connection, as
 * for the polling relay. Events of the log come from the stream of the relay.
 */
final class StreamSession implements OutboxSession {
  private final OutboxSession outbox;
  private final Streams streams;

  /** What the live stream was read with last; any will do. Null in a replay's session. */
  private @Nullable Mark live;

  StreamSession(OutboxSession outbox, Streams streams) {
    this.outbox = outbox;
    this.streams = streams;
  }

  /** Streams look for themselves; a replay looks once. */
  @Override
  public Mark mark(@Nullable Mark previous) {
    streams.heartbeat();
    Mark known = previous == null ? live : previous;
    return known == null ? new StreamMark(outbox.mark(null)) : known;
  }

  @Override
  public ReadPage read(Cursor from, Mark mark, Set<Integer> shards, int shardCount, int limit) {
    live = mark;
    StreamCursor cursor = (StreamCursor) from;
    Stream stream = streams.of(cursor);
    if (stream == null) {
      throw new IllegalStateException("the stream has ended; the relay begins anew");
    }
    return stream.read(outbox, cursor, limit);
  }

  @Override
  public WriteResult write(String relay, Collection<ShardWrite> writes, boolean deadLettersBlock) {
    Stream stream = streams.of(relay);
    List<ShardWrite> inOutbox = new ArrayList<>();
    for (ShardWrite write : writes) {
      inOutbox.add(
          stream == null
              ? new ShardWrite(write.lease(), null, write.changes())
              : stream.inOutbox(write));
    }
    WriteResult result = outbox.write(relay, inOutbox, deadLettersBlock);
    for (ShardWrite write : writes) {
      if (stream != null
          && result.current().contains(write.lease().shard())
          && write.cursor() instanceof StreamCursor cursor) {
        stream.saved(cursor);
      }
    }
    return result;
  }

  @Override
  public List<StoredEvent> readRange(
      ReplayRequest request, long afterSequence, Mark upTo, int shardCount, int limit) {
    Mark inOutbox = ((StreamMark) upTo).outbox();
    return outbox.readRange(request, afterSequence, inOutbox, shardCount, limit);
  }

  @Override
  public void close() {
    outbox.close();
  }
}
