package dev.semel.http.internal;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a response while they are held back: in memory up to a limit, beyond it in a file
 * that is deleted on close. For one thread at a time.
 */
final class CapturedBody implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CapturedBody.class);

  private final Limits limits;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private @Nullable Path file;
  private @Nullable OutputStream toFile;
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
    if (length + count > limits.maxBytes()) {
      throw new IOException(
          "the response has more than the %d bytes that can be held back until the transaction has committed; raise the limit, or make the route leased"
              .formatted(limits.maxBytes()));
    }
    if (toFile == null && length + count > limits.memoryBytes()) {
      spool();
    }
    (toFile == null ? memory : toFile).write(bytes, offset, count);
    length += count;
  }

  private void spool() throws IOException {
    Path created = SpoolFile.create(limits.spoolTo());
    file = created;
    OutputStream out = Files.newOutputStream(created);
    toFile = out;
    memory.writeTo(out);
    memory = new ByteArrayOutputStream(0);
  }

  /** Forgets what was written so far. */
  void clear() {
    close();
    memory = new ByteArrayOutputStream();
    length = 0;
  }

  /** Copies everything to a stream. */
  void writeTo(OutputStream out) throws IOException {
    if (file == null) {
      memory.writeTo(out);
      return;
    }
    try (InputStream in = reopened(file)) {
      in.transferTo(out);
    }
  }

  /** Everything in one array. */
  byte[] bytes() throws IOException {
    if (file == null) {
      return memory.toByteArray();
    }
    try (InputStream in = reopened(file)) {
      return in.readAllBytes();
    }
  }

  private InputStream reopened(Path spooled) throws IOException {
    if (toFile != null) {
      toFile.flush();
    }
    return Files.newInputStream(spooled);
  }

  @Override
  public void close() {
    OutputStream open = toFile;
    Path spooled = file;
    toFile = null;
    file = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException e) {
      LOG.debug("a spooled response could not be closed; it is deleted all the same", e);
    }
    if (spooled != null) {
      SpoolFile.delete(spooled);
    }
  }
}
