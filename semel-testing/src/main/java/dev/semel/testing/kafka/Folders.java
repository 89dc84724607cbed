package dev.semel.testing.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folders that brokers keep their data in. */
final class Folders {
  private Folders() {}

  static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + folder, e);
    }
  }

  /** How many folders lie in it; none if it is not there. */
  static int countIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return (int) entries.filter(Files::isDirectory).count();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the folder " + folder, e);
    }
  }
}
