package dev.semel.testing.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * An exclusive lock on a file, held against other processes until it is closed or this process
 * ends, however it ends.
 *
 * <p>On POSIX systems a process loses its lock on a file as soon as it closes <em>any</em> channel
 * to that file. So the files are never read or written, and nobody may try for a lock that this
 * same process could be holding; callers see to that.
 */
final class FileGuard implements AutoCloseable {

  private final FileChannel channel;

  private FileGuard(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock, or returns nothing if another process has it. */
  static Optional<FileGuard> tryTake(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        return Optional.of(new FileGuard(channel));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give up a lock", e);
    }
  }
}
