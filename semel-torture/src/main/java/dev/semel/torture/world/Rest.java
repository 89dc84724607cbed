package dev.semel.torture.world;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a bank that was broken has come to rest. Both limits are needed: one that stands
 * still would be waited for too long, and one that never stops working for ever.
 *
 * @param maxStandstill for which nothing may move
 * @param maxTotal for which it may move at all
 */
public record Rest(Duration maxStandstill, Duration maxTotal) {
  private static final long LOOK_MILLIS = 250;

  /** What there is to do. */
  public interface Work {
    /** What is not over yet, in words. Empty when all is quiet. */
    List<String> unfinished() throws SQLException;

    /** Changes as long as something moves. */
    String progress() throws SQLException;
  }

  /** Hears, at every look, what is not over yet. */
  public interface Listener {
    void unfinished(List<String> words);
  }

  public static Rest standard() {
    return new Rest(Duration.ofMinutes(3), Duration.ofMinutes(15));
  }

  /**
   * Waits until nothing is left to do, or a limit is reached. What stands still is left for whoever
   * looks next.
   *
   * @return what has to be told: something, in words, if there was work all the while
   */
  public List<String> await(Work work, Listener listener)
      throws SQLException, InterruptedException {
    long startNanos = System.nanoTime();
    long movedNanos = startNanos;
    String before = "";
    for (List<String> left = work.unfinished(); !left.isEmpty(); left = work.unfinished()) {
      listener.unfinished(left);
      String now = work.progress();
      if (!now.equals(before)) {
        before = now;
        movedNanos = System.nanoTime();
      }
      if (System.nanoTime() - startNanos >= maxTotal.toNanos()) {
        return List.of(
            "there was work for %d seconds after all was healed: %s"
                .formatted(maxTotal.toSeconds(), left.get(0)));
      }
      if (System.nanoTime() - movedNanos >= maxStandstill.toNanos()) {
        return List.of();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return List.of();
  }
}
