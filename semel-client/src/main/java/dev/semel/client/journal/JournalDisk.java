package dev.semel.client.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;

/** Writes files so that they survive a crash at any step. */
final class JournalDisk {
  private static final Set<OpenOption> NEW_FILE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING);

  private final Path folder;
  private final Consumer<DiskStep> steps;

  /**
   * A folder to write into.
   *
   * @param steps told before each step
   */
  JournalDisk(Path folder, Consumer<DiskStep> steps) {
    this.folder = folder;
    this.steps = steps;
  }

  /** Makes the folder, which only its owner may look into. */
  static void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, onlyForOwner(folder, "rwx------"));
    }
  }

  /** A new file, there in full or not at all, and not there if this throws. */
  void create(Path file, Path temporary, byte[] content) throws IOException {
    try {
      write(file, temporary, content);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private void write(Path file, Path temporary, byte[] content) throws IOException {
    FileAttribute<?>[] onlyForOwner = onlyForOwner(folder, "rw-------");
    try (FileChannel channel = FileChannel.open(temporary, NEW_FILE, onlyForOwner)) {
      steps.accept(DiskStep.WRITE_REQUEST);
      writeFully(channel, content, 0);
      steps.accept(DiskStep.FORCE_REQUEST);
      channel.force(true);
    }
    steps.accept(DiskStep.RENAME_REQUEST);
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    steps.accept(DiskStep.FORCE_FOLDER);
    forceFolder();
  }

  /** Writes at a place, not at the end: what a failed write left behind is overwritten. */
  void writeAt(Path file, long position, byte[] content) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      steps.accept(DiskStep.WRITE_EVENT);
      writeFully(channel, content, position);
      steps.accept(DiskStep.FORCE_EVENT);
      channel.force(true);
    }
  }

  void delete(Path file) throws IOException {
    steps.accept(DiskStep.DELETE_ENTRY);
    Files.deleteIfExists(file);
  }

  private static void writeFully(FileChannel channel, byte[] content, long position)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(content);
    while (buffer.hasRemaining()) {
      channel.write(buffer, position + buffer.position());
    }
  }

  /**
   * The new name is on disk when the folder is. Windows does not open folders and needs no such.
   */
  private void forceFolder() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (AccessDeniedException e) {
      if (isPosix(folder)) {
        throw e;
      }
    }
  }

  private static FileAttribute<?>[] onlyForOwner(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
