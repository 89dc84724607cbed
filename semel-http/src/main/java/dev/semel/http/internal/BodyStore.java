package dev.semel.http.internal;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Where the bytes of a body lie. Safe for use by several threads. */
sealed interface BodyStore extends Closeable {
  long length();

  InputStream open(long offset, long length) throws IOException;

  byte[] bytes() throws IOException;

  @Override
  void close();

  /** All of them on the heap. */
  final class InMemory implements BodyStore {
    private final byte[] bytes;

    InMemory(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public InputStream open(long offset, long length) {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      return new ByteArrayInputStream(bytes, (int) offset, (int) length);
    }

    @Override
    public void close() {
      // The garbage collector does it.
    }
  }

  /** In a file. */
  record InFile(SpoolFile file) implements BodyStore {
    @Override
    public long length() {
      return file.length();
    }

    @Override
    public InputStream open(long offset, long count) throws IOException {
      return file.open(offset, count);
    }

    @Override
    public byte[] bytes() throws IOException {
      try (InputStream in = open(0, length())) {
        return in.readAllBytes();
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
