package dev.semel.testing.internal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A log that other processes write.
 *
 * @param path where it is
 */
public record LogFile(Path path) {

  private static final int MAX_TAIL_BYTES = 8_000;

  /** Returns how long it is now, to ask later what is new. */
  public long length() {
    return path.toFile().length();
  }

  /** Tells whether the end of it, as far as it is newer than the given length, has the text. */
  public boolean says(String text, long sinceLength) {
    try {
      return end(sinceLength).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the end of it for an error message, set off by line breaks. */
  public String tail() {
    try {
      return "\n--- end of " + path + "\n" + end(0);
    } catch (IOException e) {
      return " (its log " + path + " cannot be read: " + e.getMessage() + ")";
    }
  }

  private String end(long sinceLength) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      file.seek(Math.max(sinceLength, file.length() - MAX_TAIL_BYTES));
      byte[] end = new byte[MAX_TAIL_BYTES];
      int length = Math.max(0, file.read(end));
      return new String(end, 0, length, StandardCharsets.UTF_8);
    }
  }
}
