package dev.semel.client;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a body that was read, so that another attempt with another body is noticed
 * before it can be taken for the same command. Safe for use by many threads.
 */
final class BodyMemory {
  /** Enough to notice a stream that was read before or a file that was changed. */
  record Print(long bytes, long checksum) {}

  private @Nullable Print print;

  /** Refuses a body that is known to be of another length before any of it is sent. */
  synchronized void refuseOtherLength(long bytes) {
    if (bytes >= 0 && print != null && print.bytes() != bytes) {
      throw notRepeatable();
    }
  }

  /** Remembers the first body that was read to its end, and compares all others with it. */
  synchronized boolean isSame(Print whole) {
    if (print == null) {
      print = whole;
    }
    return print.equals(whole);
  }

  static BodyNotRepeatableException notRepeatable() {
    return new BodyNotRepeatableException(
        "the body is not that of the attempt before, so it was not sent; give a body that can be read again, such as bytes or a file that nobody changes");
  }
}
