package dev.semel.testing.postgres;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The end of a log file, for an error message. */
final class LogTail {

  private static final int MAX_BYTES = 8_000;

  private LogTail() {}

  /** Returns the end of the file, set off by line breaks, or a remark if it cannot be read. */
  static String of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - MAX_BYTES));
      byte[] tail = new byte[MAX_BYTES];
      int length = Math.max(0, file.read(tail));
      return "\n--- end of " + log + "\n" + new String(tail, 0, length, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return " (its log " + log + " cannot be read: " + e.getMessage() + ")";
    }
  }
}
