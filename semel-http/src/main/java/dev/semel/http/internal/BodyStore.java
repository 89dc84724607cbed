package dev.semel.http.internal;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

  /** In a file of their own. */
  final class InFile implements BodyStore {
    private final Path file;
    private final long length;
    private final Set<InputStream> opened = ConcurrentHashMap.newKeySet();
    private boolean closed;

    InFile(Path file, long length) {
      this.file = file;
      this.length = length;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public synchronized InputStream open(long offset, long count) throws IOException {
      Objects.checkFromIndexSize(offset, count, length);
      refuseIfClosed();
      // Not a channel: an interrupt of the handler would close it under the fingerprint's hands.
      InputStream whole = Files.newInputStream(file);
      opened.add(whole);
      whole.skipNBytes(offset);
      return new Slice(whole, count);
    }

    private void refuseIfClosed() throws IOException {
      if (closed) {
        throw new IOException(
            "the request's body is gone: the request has ended; read it before that");
      }
    }

    @Override
    public byte[] bytes() throws IOException {
      try (InputStream in = open(0, length)) {
        return in.readAllBytes();
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      opened.forEach(InFile::closeQuietly);
      SpoolFile.delete(file);
    }

    private static void closeQuietly(InputStream stream) {
      try {
        stream.close();
      } catch (IOException e) {
        // Nothing was written to it, so nothing is lost.
      }
    }

    /** Part of the file; forgets its stream when it is closed. */
    private final class Slice extends FilterInputStream {
      private long remaining;

      Slice(InputStream whole, long count) {
        super(whole);
        this.remaining = count;
      }

      @Override
      public int read() throws IOException {
        if (remaining == 0) {
          return -1;
        }
        remaining--;
        return in.read();
      }

      @Override
      public int read(byte[] target, int offset, int count) throws IOException {
        if (remaining == 0) {
          return count == 0 ? 0 : -1;
        }
        int read = in.read(target, offset, (int) Math.min(count, remaining));
        remaining -= Math.max(read, 0);
        return read;
      }

      @Override
      public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(count, remaining));
        remaining -= skipped;
        return skipped;
      }

      @Override
      public int available() throws IOException {
        return (int) Math.min(in.available(), remaining);
      }

      @Override
      public boolean markSupported() {
        return false;
      }

      @Override
      public void close() throws IOException {
        opened.remove(in);
        in.close();
      }
    }
  }
}
