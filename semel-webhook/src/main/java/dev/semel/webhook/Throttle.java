package dev.semel.webhook;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The pause that an endpoint has asked for. Without a time of its own it doubles as long as nothing
 * is taken. Safe for use by several threads.
 *
 * <p><b>Why events are remembered.</b> A gateway answers 502 to 504 for an endpoint that is away,
 * and also for a single event that breaks it. The former must not count against events, or an hour
 * of maintenance would make dead letters; the latter must, or it would be tried for ever. So the
 * answer counts if other events were taken since the same event met with it before.
 */
final class Throttle {
  private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LAST_PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_REMEMBERED = 1_000;

  private final Map<UUID, Long> takenWhenMet =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Long> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };
  private long taken;
  private long nextNanos = FIRST_PAUSE_NANOS;
  private long untilNanos = System.nanoTime();

  /** How long nothing must be sent. */
  synchronized Duration remaining() {
    return Duration.ofNanos(Math.max(0, untilNanos - System.nanoTime()));
  }

  /** The endpoint asked to be left alone, for a time it named or not. */
  synchronized Duration pause(@Nullable Duration asked) {
    long nanos = asked == null ? nextNanos : asked.toNanos();
    nextNanos = Math.min(2 * nextNanos, LAST_PAUSE_NANOS);
    long newUntil = System.nanoTime() + nanos;
    untilNanos = newUntil - untilNanos > 0 ? newUntil : untilNanos;
    return Duration.ofNanos(nanos);
  }

  /** The endpoint has taken an event. */
  synchronized void tookOne(UUID event) {
    taken++;
    nextNanos = FIRST_PAUSE_NANOS;
    takenWhenMet.remove(event);
  }

  /** Whether the event is to blame: others were taken since it met with such an answer before. */
  synchronized boolean isToBlame(UUID event) {
    Long before = takenWhenMet.put(event, taken);
    return before != null && before < taken;
  }
}
