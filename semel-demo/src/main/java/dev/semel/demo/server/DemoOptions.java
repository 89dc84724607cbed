package dev.semel.demo.server;

import dev.semel.demo.database.ExternalDatabase;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the program was told. Immutable.
 *
 * @param port where to listen; 0 for any free one
 * @param data where the embedded database keeps its files; null for a temporary folder
 * @param external a database of the user's own; null for the embedded one
 */
record DemoOptions(int port, @Nullable Path data, @Nullable ExternalDatabase external) {
  static final int DEFAULT_PORT = 8080;

  DemoOptions {
    if (data != null && external != null) {
      throw new UsageException("--data is for the embedded database; leave it out with --url");
    }
  }

  static DemoOptions standard() {
    return new DemoOptions(DEFAULT_PORT, null, null);
  }
}
