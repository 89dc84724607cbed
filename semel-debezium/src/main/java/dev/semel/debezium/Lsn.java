package dev.semel.debezium;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Places in the log as the engine's offsets have them. */
final class Lsn {
  private static final String COMMIT = "lsn_commit";
  private static final String PROCESSED = "lsn_proc";
  private static final int HALF = 32;

  private Lsn() {}

  /** As the server writes it, the furthest to which the engine may move the slot by an offset. */
  static String furthest(Map<String, ?> offset) {
    long furthest = Math.max(number(offset.get(COMMIT)), number(offset.get(PROCESSED)));
    return "%X/%X".formatted(furthest >>> HALF, (int) furthest);
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
