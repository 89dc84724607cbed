package dev.semel.testing.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folders that brokers keep their data in. */
final class Folders {
  private Folders() {}

  static Path temporary() {
    try {
      return Files.createTempDirectory("semel-kafka-");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder for Kafka's data", e);
    }
  }

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

  /** Deletes it with all that is in it; what somebody else has deleted meanwhile is no matter. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : leavesFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
