package dev.semel.client.journal;

import dev.semel.client.ClientIntent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the tests of the journal write, and what they look for. */
final class JournalTestIntents {
  static final URI ORDERS = URI.create("https://shop.example/orders?from=tests");

  private JournalTestIntents() {}

  static ClientIntent order(String key) {
    return ClientIntent.post(ORDERS)
        .key(key)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer swordfish")
        .header("cookie", "session=swordfish")
        .header("X-Tag", "one")
        .header("X-Tag", "two")
        .body("{\"order\":\"" + key + "\"}")
        .build();
  }

  static List<Path> entryFiles(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.endsWith("journal.lock")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path onlyEntryFile(Path folder) {
    List<Path> files = entryFiles(folder);
    if (files.size() != 1) {
      throw new AssertionError("not one file but " + files);
    }
    return files.get(0);
  }
}
