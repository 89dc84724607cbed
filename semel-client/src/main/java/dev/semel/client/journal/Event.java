package dev.semel.client.journal;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an entry. On disk: kind, attempt, time, the tag of the request it
 * belongs to, a checksum. Immutable.
 *
 * @param attempt its number, where one is meant
 */
record Event(Kind kind, int attempt, Instant at) {
  static final int BYTES = 3 * Integer.BYTES + Long.BYTES + Integer.BYTES;
  private static final int CHECKED_BYTES = BYTES - Integer.BYTES;

  /** What happened. The numbers are on disk and never change. */
  enum Kind {
    ATTEMPT_STARTS(1),
    ATTEMPT_DID_NOTHING(2),
    EXPIRES(3),
    FINISHED(4);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    private static @Nullable Kind of(int number) {
      for (Kind kind : values()) {
        if (kind.number == number) {
          return kind;
        }
      }
      return null;
    }
  }

  byte[] encode(int tag) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putInt(kind.number).putInt(attempt).putLong(at.toEpochMilli()).putInt(tag);
    return bytes.putInt(RequestCodec.checksum(bytes.array(), CHECKED_BYTES)).array();
  }

  /** The event, or null if these bytes are none of the request with this tag. */
  static @Nullable Event decode(byte[] bytes, int tag) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Kind kind = Kind.of(in.getInt());
    int attempt = in.getInt();
    long atMillis = in.getLong();
    boolean valid =
        in.getInt() == tag && in.getInt() == RequestCodec.checksum(bytes, CHECKED_BYTES);
    return kind == null || !valid ? null : new Event(kind, attempt, Instant.ofEpochMilli(atMillis));
  }
}
