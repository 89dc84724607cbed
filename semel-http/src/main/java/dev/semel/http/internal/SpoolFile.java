package dev.semel.http.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary file for a body that is too large for memory. It is removed from its directory as
 * soon as it is open, so that the system frees it when the process ends in any way. Windows cannot
 * remove an open file; there it is removed on close. Safe for use by several threads.
 */
final class SpoolFile implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolFile.class);

  /** Not a channel: an interrupt of the handler would close it. */
  private final RandomAccessFile file;

  /** Null if it was removed. */
  private final @Nullable Path path;

  private long length;
  private boolean closed;

  private SpoolFile(RandomAccessFile file, @Nullable Path path) {
    this.file = file;
    this.path = path;
  }

  /** Creates a file that only its owner can read. */
  static SpoolFile create(Path directory) throws SpoolFailedException {
    try {
      Path path = Files.createTempFile(directory, "semel-", ".body");
      RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
      return new SpoolFile(file, isRemoved(path) ? null : path);
    } catch (IOException e) {
      throw new SpoolFailedException(
          "cannot create a file for a large body in " + directory + "; make it writable", e);
    }
  }

  private static boolean isRemoved(Path path) {
    try {
      Files.delete(path);
      return true;
    } catch (IOException e) {
      LOG.debug("{} cannot be removed while it is open; it is removed on close", path, e);
      return false;
    }
  }

  synchronized long length() {
    return length;
  }

  synchronized void append(byte[] bytes, int offset, int count) throws SpoolFailedException {
    try {
      file.seek(length);
      file.write(bytes, offset, count);
      length += count;
    } catch (IOException e) {
      throw new SpoolFailedException(
          "cannot write a large body to its file; free space in its directory", e);
    }
  }

  /** Opens a stream that appends. Closing it does nothing. */
  OutputStream appending() {
    return new OutputStream() {
      @Override
      public void write(int octet) throws IOException {
        append(new byte[] {(byte) octet}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) throws IOException {
        append(bytes, offset, count);
      }
    };
  }

  private synchronized int read(long position, byte[] target, int offset, int count)
      throws IOException {
    refuseIfClosed();
    file.seek(position);
    return file.read(target, offset, count);
  }

  private void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("the request has ended, and its body was deleted; read it before that");
    }
  }

  /** Opens a piece of the file. The stream need not be closed. */
  synchronized InputStream open(long offset, long count) throws IOException {
    Objects.checkFromIndexSize(offset, count, length);
    refuseIfClosed();
    return new Slice(offset, offset + count);
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      file.close();
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      LOG.warn("a spooled body could not be deleted; delete {} by hand", path, e);
    }
  }

  /** A piece of the file. */
  private final class Slice extends InputStream {
    private final long end;
    private long position;

    Slice(long from, long end) {
      this.position = from;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
      if (position == end) {
        return count == 0 ? 0 : -1;
      }
      int read = SpoolFile.this.read(position, target, offset, Math.min(count, available()));
      position += Math.max(read, 0);
      return read;
    }

    @Override
    public long skip(long count) {
      long skipped = Math.max(0, Math.min(count, end - position));
      position += skipped;
      return skipped;
    }

    @Override
    public int available() {
      return (int) Math.min(end - position, Integer.MAX_VALUE);
    }
  }
}
