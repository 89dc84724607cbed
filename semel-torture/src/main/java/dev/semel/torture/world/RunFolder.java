package dev.semel.torture.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a run keeps its history, its logs and the broker's data. */
public record RunFolder(Path path) {
  public static RunFolder make() {
    try {
      return new RunFolder(Files.createTempDirectory("semel-torture-"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for the run", e);
    }
  }

  public Path history() {
    return path.resolve("history.jsonl");
  }

  public void delete() {
    try (Stream<Path> tree = Files.walk(path)) {
      List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path leaf : leavesFirst) {
        Files.deleteIfExists(leaf);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
