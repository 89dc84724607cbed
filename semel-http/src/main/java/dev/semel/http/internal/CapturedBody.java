package dev.semel.http.internal;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a response while they are held back: in memory up to a limit, beyond it in a file
 * that is deleted on close. For one thread at a time.
 */
final class CapturedBody implements Closeable {
  private final Limits limits;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable SpoolFile file;
  private @Nullable IOException failure;
  private long length;

  /**
   * How much is held back, and where.
   *
   * @param memoryBytes up to which it stays in memory
   * @param maxBytes of it all
   * @param spoolTo the directory for what does not stay in memory
   */
  record Limits(int memoryBytes, long maxBytes, Path spoolTo) {}

  CapturedBody(Limits limits) {
    this.limits = limits;
  }

  long length() {
    return length;
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    throwFailure();
    try {
      hold(bytes, offset, count);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private void hold(byte[] bytes, int offset, int count) throws IOException {
    if (length + count > limits.maxBytes()) {
      throw new IOException(
          "the response has more than the %d bytes that can be held back until the transaction has committed; raise the limit, or make the route leased"
              .formatted(limits.maxBytes()));
    }
    if (file == null && length + count > limits.memoryBytes()) {
      file = SpoolFile.create(limits.spoolTo());
      memory.writeTo(file.appending());
      memory = new ByteArrayOutputStream(0);
    }
    if (file == null) {
      memory.write(bytes, offset, count);
    } else {
      file.append(bytes, offset, count);
    }
    length += count;
  }

  /** Throws what failed in {@link #write}: a writer hides it from the handler. */
  void throwFailure() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Forgets what was written so far. */
  void clear() {
    close();
    memory = new ByteArrayOutputStream();
    length = 0;
    failure = null;
  }

  /** Copies everything to a stream. */
  void writeTo(OutputStream out) throws IOException {
    if (file == null) {
      memory.writeTo(out);
      return;
    }
    try (InputStream in = file.open(0, length)) {
      in.transferTo(out);
    }
  }

  /** Everything in one array. */
  byte[] bytes() throws IOException {
    if (file == null) {
      return memory.toByteArray();
    }
    try (InputStream in = file.open(0, length)) {
      return in.readAllBytes();
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
