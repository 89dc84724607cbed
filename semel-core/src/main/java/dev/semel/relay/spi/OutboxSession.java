package dev.semel.relay.spi;

import dev.semel.relay.ReplayRequest;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A relay's own session with the outbox's database.
 *
 * <p><b>Why one session.</b> A server that crashes forgets numbers it had given out and not yet
 * written to disk, and gives them out again. A position made of such numbers would pass over events
 * that were written after the crash. No session outlives a crash, so what was looked at in a
 * session is true while the session lives, and a position is saved in the session it came from or
 * not at all. Whoever loses a session begins anew from the positions that were saved.
 *
 * <p>For one thread. Once it has thrown, it is to be closed.
 */
public interface OutboxSession extends AutoCloseable {
  /**
   * The present moment.
   *
   * @param previous the last one that was asked for in this session, which may be returned again if
   *     nothing has happened since; null at first, and where something is known to have happened
   */
  Mark mark(@Nullable Mark previous);

  /**
   * Reads on behind a cursor: first up to the mark it is on the way to, and from there up to this
   * one.
   *
   * @param shards which to read
   * @param shardCount how many there are
   */
  ReadPage read(Cursor from, Mark mark, Set<Integer> shards, int shardCount, int limit);

  /**
   * Writes everything in one transaction, for those shards whose fences are current.
   *
   * @param deadLettersBlock whether what follows a dead letter waits for it
   */
  WriteResult write(String relay, Collection<ShardWrite> writes, boolean deadLettersBlock);

  /**
   * Reads a range anew, in order.
   *
   * @param afterSequence 0 at first, then the sequence of the last event read
   * @param upTo what was committed when the replay began
   */
  List<StoredEvent> readRange(
      ReplayRequest request, long afterSequence, Mark upTo, int shardCount, int limit);

  @Override
  void close();
}
