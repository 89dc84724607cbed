package dev.semel.debezium;

import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.relay.spi.StoredEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outbox up to the place where the log takes over, and from there on the log.
 *
 * <p><b>Why nothing is lost at the seam.</b> The beginning of a log is a moment at which its slot
 * was there. What had been committed by then is read from the outbox; what had not is committed
 * later, and so is in the log. What is in both is told by its transaction.
 *
 * <p><b>How the log and the outbox are compared.</b> A mark is a moment, written to the log after
 * it was taken. Whoever comes by a mark in the log has come by everything that had been committed
 * at that moment, because the log has commits in their order. So a position in the log becomes one
 * in the outbox, which is what status, purge, a lost slot and the polling relay go by.
 *
 * <p><b>Why a crash of the server does not matter.</b> It forgets transactions that are not on
 * disk, and gives their numbers to others. The outbox is read in a session, which does not outlive
 * a crash, and the log is followed only when all that was looked at in the session is on disk. What
 * comes from the log always is: the server does not send what it may forget.
 *
 * <p>For the relay's thread.
 */
final class LogReader {
  private static final Set<Integer> THE_SHARD = Set.of(0);

  private final Inlet inlet;
  private final long stream;
  private final Runnable flush;

  private Beginning beginning;
  private Cursor tableCursor;
  private @Nullable Mark polled;

  /** Null while the outbox is read. */
  private @Nullable Seen seen;

  private long taken;
  private long saved;
  private LogItem.@Nullable Inserted last;
  private final Deque<At<Mark>> marks = new ArrayDeque<>();
  private final Deque<At<Map<String, ?>>> offsets = new ArrayDeque<>();

  /** Something that is true once so many events have been passed. */
  private record At<V>(long index, V value) {}

  /**
   * Where the log takes over.
   *
   * @param after what was committed by then is read from the outbox; null if it is not known yet
   * @param passedXid of the event that was passed last, if the log is read on; else 0
   */
  record Beginning(int generation, @Nullable Mark after, long passedXid, long passedSeq) {}

  /**
   * What may be saved.
   *
   * @param mark to which the outbox has been passed; null if there is nothing new
   * @param offset to which the engine's log has been passed; null if there is nothing new
   */
  record Settled(long index, @Nullable Mark mark, @Nullable Map<String, ?> offset) {
    boolean isNothing() {
      return mark == null && offset == null;
    }
  }

  /**
   * Makes a reader.
   *
   * @param flush writes something to the server's log and waits until it is on disk
   */
  LogReader(Inlet inlet, long stream, Cursor tableCursor, Runnable flush) {
    this.inlet = inlet;
    this.stream = stream;
    this.flush = flush;
    this.tableCursor = tableCursor;
    this.beginning = new Beginning(0, null, 0, 0);
  }

  /**
   * Reads on.
   *
   * @param outbox the same one for all of a reader's life
   */
  ReadPage read(OutboxSession outbox, Beginning now, StreamCursor from, int limit) {
    if (now.generation() != beginning.generation()) {
      beginAnew();
    }
    beginning = now;
    if (seen == null && now.after() != null && isPassed(now.after())) {
      putOnDisk(outbox);
      seen = follow(now);
    }
    return seen == null ? readOutbox(outbox, limit) : readLog(seen, from, limit);
  }

  /** Another slot: what is not known to be passed in the outbox is read from there. */
  private void beginAnew() {
    if (seen != null) {
      tableCursor = OutboxPositions.at(seen.mark());
      seen = null;
    }
    last = null;
    offsets.clear();
    marks.clear();
  }

  private boolean isPassed(Mark moment) {
    return OutboxPositions.hasPassed(tableCursor, moment);
  }

  /** If the session is still alive after that, the server has not crashed since it was opened. */
  private void putOnDisk(OutboxSession outbox) {
    flush.run();
    polled = outbox.mark(polled);
  }

  private Seen follow(Beginning now) {
    Seen from = new Seen(OutboxPositions.seen(tableCursor));
    if (now.passedXid() > 0 && from.isNew(now.passedXid(), now.passedSeq())) {
      from.note(now.passedXid(), now.passedSeq());
    }
    return from;
  }

  private ReadPage readOutbox(OutboxSession outbox, int limit) {
    Mark until = beginning.after() == null ? outbox.mark(polled) : beginning.after();
    polled = until;
    ReadPage page = outbox.read(tableCursor, until, THE_SHARD, THE_SHARD.size(), limit);
    tableCursor = page.after();
    taken += page.events().size();
    boolean more = page.full() || (beginning.after() != null && isPassed(beginning.after()));
    return new ReadPage(page.events(), StreamCursor.inTable(stream, tableCursor, taken), more);
  }

  private ReadPage readLog(Seen known, StreamCursor from, int limit) {
    List<StoredEvent> events = new ArrayList<>();
    StreamCursor after = from;
    passOld(known);
    LogItem item = inlet.peek(beginning.generation());
    while (item instanceof LogItem.Inserted inserted && events.size() < limit) {
      after = take(known, inserted);
      events.add(new StoredEvent(0, inserted.event()));
      passOld(known);
      item = inlet.peek(beginning.generation());
    }
    return new ReadPage(events, after, item != null && !events.isEmpty());
  }

  private StreamCursor take(Seen known, LogItem.Inserted item) {
    noteEndOfTransaction(item.xid());
    inlet.remove();
    taken++;
    last = item;
    known.note(item.xid(), item.event().sequence());
    return new StreamCursor(stream, tableCursor, taken, item.xid(), item.event().sequence());
  }

  /** Takes up marks, and events that came before, up to the next event that is new. */
  void passOld() {
    if (seen != null) {
      passOld(seen);
    }
  }

  private void passOld(Seen known) {
    for (LogItem item = inlet.peek(beginning.generation());
        item != null && pass(known, item);
        item = inlet.peek(beginning.generation())) {
      inlet.remove();
    }
  }

  private boolean pass(Seen known, LogItem item) {
    if (item instanceof LogItem.Inserted inserted) {
      if (known.isNew(inserted.xid(), inserted.event().sequence())) {
        return false;
      }
      noteEndOfTransaction(inserted.xid());
      last = inserted;
    } else if (item instanceof LogItem.Marked marked) {
      noteEndOfTransaction(0);
      put(offsets, marked.offset());
      if (known.note(marked.mark())) {
        put(marks, marked.mark());
      }
    }
    return true;
  }

  /** The engine may be told of whole transactions only, so that it never begins inside of one. */
  private void noteEndOfTransaction(long nextXid) {
    if (last != null && last.xid() != nextXid) {
      put(offsets, last.offset());
      last = null;
    }
  }

  /** Of several that are true at once, the latest is enough. */
  private <V> void put(Deque<At<V>> deque, V value) {
    if (!deque.isEmpty() && deque.getLast().index() == taken) {
      deque.removeLast();
    }
    deque.add(new At<>(taken, value));
  }

  /** What may be saved once everything up to the cursor is done. */
  Settled upTo(StreamCursor cursor) {
    return new Settled(
        cursor.index(), latest(marks, cursor.index()), latest(offsets, cursor.index()));
  }

  private static <V> @Nullable V latest(Deque<At<V>> deque, long index) {
    V found = null;
    for (At<V> at : deque) {
      if (at.index() > index) {
        break;
      }
      found = at.value();
    }
    return found;
  }

  /** It was saved. */
  void saved(StreamCursor cursor) {
    if (cursor.isInLog()) {
      saved(cursor.index());
    } else {
      // What the log has brought meanwhile is yet to be saved.
      saved = Math.max(saved, cursor.index());
    }
  }

  void saved(long index) {
    saved = Math.max(saved, index);
    forget(marks, index);
    forget(offsets, index);
  }

  private static <V> void forget(Deque<At<V>> deque, long index) {
    while (!deque.isEmpty() && deque.getFirst().index() <= index) {
      deque.removeFirst();
    }
  }

  /** What may be saved although no event was passed since; nothing while events are under way. */
  Settled idle() {
    return isQuiet()
        ? new Settled(taken, latest(marks, taken), latest(offsets, taken))
        : new Settled(taken, null, null);
  }

  /** Whether everything that was taken up is saved, and the log is being read. */
  boolean isQuiet() {
    return seen != null && saved == taken;
  }

  /** Whether a mark, or a later one, has come by. */
  boolean hasSeen(Mark mark) {
    return seen != null && OutboxPositions.hasPassed(OutboxPositions.at(seen.mark()), mark);
  }
}
