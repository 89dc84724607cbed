package dev.semel.http.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files for bodies that are too large for memory; only their owner can read them. */
final class SpoolFile {
  private static final Logger LOG = LoggerFactory.getLogger(SpoolFile.class);

  private SpoolFile() {}

  static Path create(Path directory) throws IOException {
    try {
      return Files.createTempFile(directory, "semel-", ".body");
    } catch (IOException e) {
      throw new IOException(
          "no file for a large request body can be made in %s; make it a writable directory or"
                  .formatted(directory)
              + " name another",
          e);
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("the spooled request body {} could not be deleted; delete it by hand", file, e);
    }
  }
}
