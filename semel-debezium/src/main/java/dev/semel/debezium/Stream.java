package dev.semel.debezium;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.ShardLease;
import dev.semel.relay.spi.ShardWrite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A relay while this node owns it and its session with the outbox lives: a thread that sees to the
 * slot and runs the engine, again and again until the lease is gone. {@link #read}, {@link #saved}
 * and {@link #settleUp} are for the relay's thread; the rest is for any.
 */
final class Stream {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SETTLE_UP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final StreamContext context;
  private final long id;
  private final String relay;
  private final String slot;
  private final ShardLease lease;
  private final Runnable wakeUp;
  private final Inlet inlet;
  private final LogReader reader;
  private final Thread thread;
  private final AtomicLong heartbeatAtNanos;
  private volatile LogReader.Beginning beginning = new LogReader.Beginning(0, null, 0, 0);
  private volatile @Nullable EngineRun engine;
  private volatile boolean closing;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  /**
   * Makes a stream.
   *
   * @param id of no other stream on this node
   * @param previous of the same relay, which has to end first; null if there was none
   */
  Stream(
      StreamContext context,
      long id,
      String relay,
      String slot,
      ShardLease lease,
      Cursor cursor,
      @Nullable Stream previous,
      Runnable wakeUp) {
    this.context = context;
    this.id = id;
    this.relay = relay;
    this.slot = slot;
    this.lease = lease;
    this.wakeUp = wakeUp;
    this.inlet = new Inlet(context.settings().maxEvents());
    // A first mark is written when the log takes over.
    this.heartbeatAtNanos = new AtomicLong(nextHeartbeatNanos(System.nanoTime()));
    this.reader = new LogReader(inlet, id, cursor, this::emit);
    this.thread = new Thread(() -> run(previous), "semel-stream-" + relay);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  ShardLease lease() {
    return lease;
  }

  /** Where the relay begins. */
  StreamCursor beginsAt(Cursor cursor) {
    return StreamCursor.inTable(id, cursor, 0);
  }

  /** Whether a position belongs to this stream. */
  boolean isMine(StreamCursor cursor) {
    return cursor.stream() == id;
  }

  private void run(@Nullable Stream previous) {
    if (previous != null) {
      previous.close(Duration.ofDays(1));
    }
    while (!closing) {
      try {
        prepare();
        stream();
      } catch (RuntimeException e) {
        pause(e);
      }
    }
  }

  private void pause(RuntimeException e) {
    if (closing) {
      return;
    }
    Duration pause = Duration.ofNanos(pauseNanos);
    context
        .notifier()
        .tell(new StreamChange.StreamFailed(relay, pause, String.valueOf(e.getMessage())));
    long untilNanos = System.nanoTime() + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, LAST_PAUSE_NANOS);
    while (!closing && System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(untilNanos - System.nanoTime());
    }
  }

  /** Sees to it that there is a slot that has everything which the outbox is not read for. */
  private void prepare() {
    StreamRow row = context.rows().read(relay);
    SlotStatus status = context.slots().status(slot);
    String lost = whyLost(row, status);
    if (lost == null && row.state() == StreamRow.State.STREAMING) {
      int generation = beginning.generation();
      beginning =
          new LogReader.Beginning(generation, row.beginning(), row.passedXid(), row.passedSeq());
      return;
    }
    if (lost != null) {
      context.notifier().tell(new StreamChange.SlotLost(relay, slot, lost));
    }
    beginning = new LogReader.Beginning(inlet.nextGeneration(), null, 0, 0);
    makeSlot(row, status);
  }

  private static @Nullable String whyLost(StreamRow row, SlotStatus status) {
    if (row.state() != StreamRow.State.STREAMING) {
      return null;
    }
    if (status.health() == SlotStatus.Health.MISSING) {
      return "it is gone";
    }
    if (status.health() == SlotStatus.Health.LOST) {
      return "the server has removed log that it needs";
    }
    if (row.isOfAnother()) {
      return "the relay was forgotten since, and has not passed what it has";
    }
    return row.slotIsAhead() ? "somebody else has moved it on, or made it anew" : null;
  }

  private void makeSlot(StreamRow row, SlotStatus status) {
    boolean there = status.health() != SlotStatus.Health.MISSING;
    if (there && row.state() == StreamRow.State.NEW) {
      throw new IllegalStateException(
          "there is a slot %1$s that this relay has not made; if nobody needs it, run SELECT pg_drop_replication_slot('%1$s'), else configure another name"
              .formatted(slot));
    }
    requireOwned(context.rows().creating(relay, lease));
    if (there) {
      context.slots().drop(slot);
    }
    context.slots().create(slot);
    Mark now = context.rows().streaming(relay, lease);
    requireOwned(now != null);
    beginning = new LogReader.Beginning(beginning.generation(), now, 0, 0);
    context.notifier().tell(new StreamChange.SlotCreated(relay, slot));
  }

  private void requireOwned(boolean owned) {
    if (!owned) {
      throw new IllegalStateException("another node owns relay " + relay);
    }
  }

  private void stream() {
    EngineRun run =
        new EngineRun(
            context.engineProperties(relay, slot), inlet, this::requireSlot, this::reading, wakeUp);
    engine = run;
    if (!closing) {
      run.run();
    }
  }

  /** The engine makes a slot by itself where it finds none, and what came before is not in that. */
  private void requireSlot() {
    String lost = whyLost(context.rows().read(relay), context.slots().status(slot));
    if (lost != null) {
      throw new IllegalStateException("slot %s is not read: %s".formatted(slot, lost));
    }
  }

  private void reading() {
    pauseNanos = FIRST_PAUSE_NANOS;
    context.notifier().tell(new StreamChange.Streaming(relay, slot));
  }

  /** Reads on, and saves what marks have brought while no events came. */
  ReadPage read(OutboxSession outbox, StreamCursor from, int limit) {
    ReadPage page = reader.read(outbox, beginning, from, limit);
    saveIdle(outbox);
    return page;
  }

  /** Writes a mark to the log if it is time. */
  void heartbeat() {
    long atNanos = heartbeatAtNanos.get();
    long now = System.nanoTime();
    if (isReading() && now - atNanos >= 0) {
      if (heartbeatAtNanos.compareAndSet(atNanos, nextHeartbeatNanos(now))) {
        emit();
      }
    }
  }

  private long nextHeartbeatNanos(long now) {
    return now + context.settings().heartbeat().toNanos();
  }

  private boolean isReading() {
    EngineRun run = engine;
    return run != null && run.isReading();
  }

  private Mark emit() {
    return context.slots().emit(slot);
  }

  /** What the relay wants to save, in terms of the outbox. */
  ShardWrite inOutbox(ShardWrite write) {
    Cursor cursor = null;
    if (write.cursor() instanceof StreamCursor streamed && isMine(streamed)) {
      Mark mark = reader.upTo(streamed).mark();
      cursor =
          streamed.isInLog() ? (mark == null ? null : OutboxPositions.at(mark)) : streamed.table();
    }
    return new ShardWrite(write.lease(), cursor, write.changes());
  }

  /** It was saved in the outbox; now the log may move on too. */
  void saved(StreamCursor cursor) {
    if (!isMine(cursor)) {
      return;
    }
    if (!cursor.isInLog() || moveOn(cursor, reader.upTo(cursor).offset())) {
      reader.saved(cursor);
    }
  }

  private boolean moveOn(@Nullable StreamCursor event, @Nullable Map<String, ?> offset) {
    String lsn = offset == null ? null : Lsn.furthest(offset);
    if (!context.rows().passed(relay, lease, event, lsn)) {
      return false;
    }
    EngineRun run = engine;
    if (offset != null && run != null) {
      run.confirm(offset);
    }
    return true;
  }

  /** Marks of the log are on disk, and may be saved in any session. */
  private void saveIdle(OutboxSession outbox) {
    LogReader.Settled idle = reader.idle();
    if (idle.isNothing() || !saved(outbox, idle.mark())) {
      return;
    }
    if (moveOn(null, idle.offset())) {
      reader.saved(idle.index());
    }
  }

  private boolean saved(OutboxSession outbox, @Nullable Mark mark) {
    if (mark == null) {
      return true;
    }
    ShardWrite write = new ShardWrite(lease, OutboxPositions.at(mark), List.of());
    return outbox.write(relay, List.of(write), true).current().contains(lease.shard());
  }

  /** Before the lease is given back: waits a little for a last mark, so that all is known. */
  void settleUp() {
    if (!isReading() || !reader.isQuiet()) {
      return;
    }
    Mark mark = emit();
    long untilNanos = System.nanoTime() + SETTLE_UP_NANOS;
    reader.passOld();
    while (!reader.hasSeen(mark) && isReading() && System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(GLANCE_NANOS);
      reader.passOld();
    }
    try (OutboxSession outbox = context.outbox().open()) {
      saveIdle(outbox);
    }
  }

  /** Ends it, without waiting. */
  void abandon() {
    if (!closing) {
      closing = true;
      inlet.close();
      Thread closer = new Thread(this::closeEngine, "semel-stream-" + relay + "-close");
      closer.setDaemon(true);
      closer.start();
    }
  }

  private void closeEngine() {
    LockSupport.unpark(thread);
    while (thread.isAlive()) {
      EngineRun run = engine;
      if (run != null) {
        run.close();
      }
      LockSupport.parkNanos(GLANCE_NANOS);
    }
  }

  /** Ends it, and waits until the slot is free. */
  void close(Duration atMost) {
    abandon();
    try {
      thread.join(atMost.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
