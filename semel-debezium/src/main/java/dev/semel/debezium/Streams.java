package dev.semel.debezium;

import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardLease;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The streams of this node, one for each relay that it owns. Safe for use by several threads. */
final class Streams {
  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

  private final StreamContext context;
  private final Map<String, Stream> byRelay = new ConcurrentHashMap<>();
  private final Map<String, Runnable> wakeUps = new ConcurrentHashMap<>();
  private final AtomicLong lastId = new AtomicLong();

  Streams(StreamContext context) {
    this.context = context;
  }

  /** Begins one for a relay that this node has come to own, in place of any that it had. */
  OwnedShard begin(String relay, String slot, OwnedShard shard) {
    Stream stream = byRelay.compute(relay, (name, old) -> started(name, slot, shard, old));
    return new OwnedShard(shard.lease(), stream.beginsAt(shard.cursor()));
  }

  /**
   * Begins one anew from what was saved: the session is lost that the relay had with the outbox,
   * and what the old stream has looked at may never have been.
   *
   * @return null if this node owns the relay by another lease meanwhile
   */
  @Nullable OwnedShard beginAnew(String relay, String slot, OwnedShard shard) {
    ShardLease lease = shard.lease();
    Stream stream =
        byRelay.compute(
            relay,
            (name, old) ->
                old == null || old.lease().equals(lease) ? started(name, slot, shard, old) : old);
    return stream.lease().equals(lease)
        ? new OwnedShard(lease, stream.beginsAt(shard.cursor()))
        : null;
  }

  private Stream started(String relay, String slot, OwnedShard shard, @Nullable Stream previous) {
    Stream stream =
        new Stream(
            context,
            lastId.incrementAndGet(),
            relay,
            slot,
            shard.lease(),
            shard.cursor(),
            previous,
            () -> wakeUp(relay));
    stream.start();
    return stream;
  }

  private void wakeUp(String relay) {
    Runnable wakeUp = wakeUps.get(relay);
    if (wakeUp != null) {
      wakeUp.run();
    }
  }

  AutoCloseable onArrival(String relay, Runnable wakeUp) {
    wakeUps.put(relay, wakeUp);
    return () -> wakeUps.remove(relay, wakeUp);
  }

  @Nullable Stream of(String relay) {
    return byRelay.get(relay);
  }

  /** The stream that a position belongs to, or null if it is no more. */
  @Nullable Stream of(StreamCursor cursor) {
    for (Stream stream : byRelay.values()) {
      if (stream.isMine(cursor)) {
        return stream;
      }
    }
    return null;
  }

  /** Writes a mark to each log for which it is time. */
  void heartbeat() {
    byRelay.forEach((relay, stream) -> quietly(relay, stream::heartbeat));
  }

  @Nullable Stream remove(String relay) {
    return byRelay.remove(relay);
  }

  void remove(String relay, Stream stream) {
    byRelay.remove(relay, stream);
  }

  /** What goes wrong here must cost neither the lease nor the session. */
  static void quietly(String relay, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.debug("relay {} could not look after its slot", relay, e);
    }
  }
}
