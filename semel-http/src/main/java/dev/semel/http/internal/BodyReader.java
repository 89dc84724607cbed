package dev.semel.http.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a body from the socket to its end, or to its limit. */
final class BodyReader {
  private static final int UNDECLARED_BYTES = 1024;
  private static final int MAX_FIRST_BUFFER_BYTES = 64 * 1024;
  private static final int COPY_BUFFER_BYTES = 16 * 1024;

  private final InputStream socket;
  private final long maxBytes;
  private final int memoryBytes;
  private final Path spoolTo;

  private BodyReader(InputStream socket, long maxBytes, int memoryBytes, Path spoolTo) {
    this.socket = socket;
    this.maxBytes = maxBytes;
    this.memoryBytes = memoryBytes;
    this.spoolTo = spoolTo;
  }

  /**
   * @param declaredBytes what the client says; only a hint for the first buffer
   */
  static BodyStore read(
      InputStream socket, long declaredBytes, long maxBytes, int memoryBytes, Path spoolTo)
      throws IOException {
    return new BodyReader(socket, maxBytes, memoryBytes, spoolTo).read(declaredBytes);
  }

  private BodyStore read(long declaredBytes) throws IOException {
    // One byte more than allowed, so that the end is seen without another array.
    byte[] buffer = new byte[firstBufferBytes(declaredBytes) + 1];
    int length = 0;
    for (int read = fill(buffer, 0); read > 0; read = fill(buffer, length)) {
      length += read;
      refuseIfTooLarge(length);
      if (length > memoryBytes) {
        return spool(buffer, length);
      }
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, grownBytes(length));
      }
    }
    return new BodyStore.InMemory(Arrays.copyOf(buffer, length));
  }

  private int firstBufferBytes(long declaredBytes) {
    long wanted = declaredBytes < 0 ? UNDECLARED_BYTES : declaredBytes;
    return (int) Math.min(wanted, Math.min(memoryBytes, MAX_FIRST_BUFFER_BYTES));
  }

  private int grownBytes(int length) {
    return (int) Math.min(2L * length, memoryBytes + 1L);
  }

  /** How many bytes came; none at the end. */
  private int fill(byte[] buffer, int from) throws IOException {
    return Math.max(socket.read(buffer, from, buffer.length - from), 0);
  }

  private void refuseIfTooLarge(long length) throws BodyTooLargeException {
    if (length > maxBytes) {
      throw new BodyTooLargeException(maxBytes);
    }
  }

  private BodyStore spool(byte[] head, int headBytes) throws IOException {
    SpoolFile file = SpoolFile.create(spoolTo);
    try {
      file.append(head, 0, headBytes);
      byte[] buffer = new byte[COPY_BUFFER_BYTES];
      for (int read = fill(buffer, 0); read > 0; read = fill(buffer, 0)) {
        refuseIfTooLarge(file.length() + read);
        file.append(buffer, 0, read);
      }
      return new BodyStore.InFile(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }
}
