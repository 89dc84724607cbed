package dev.semel.postgres.guide;

import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the guide's examples work on. */
final class GuideTables {
  private static final Path CASES =
      Path.of("src", "test", "resources", "dev", "semel", "postgres", "guide", "cases.sql");

  private GuideTables() {}

  static void create(PostgresDatabase database) {
    try {
      database.execute(Files.readString(CASES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Semel semel(PostgresDatabase database) {
    return Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }
}
