package dev.semel.demo.database;

import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresServerException;
import dev.semel.testing.postgres.PostgresSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL that the demo brings along. Every commit reaches the disk, as in production. */
public final class EmbeddedDatabase implements Database {
  private static final String NAME = "casework";

  private final OwnPostgresServer server;
  private final PostgresDatabase database;

  private EmbeddedDatabase(OwnPostgresServer server) {
    this.server = server;
    this.database = server.database(NAME);
  }

  /**
   * Starts it, after stopping what a killed demo may have left running.
   *
   * @param folder where its files are kept; null for a temporary folder
   * @throws NoDatabaseException that says why it cannot
   */
  public static EmbeddedDatabase start(@Nullable Path folder) {
    PostgresSettings settings = PostgresSettings.durable();
    if (folder != null) {
      settings = settings.keptIn(writable(folder));
    }
    try {
      return new EmbeddedDatabase(PostgresServer.start(settings));
    } catch (PostgresServerException | UncheckedIOException e) {
      throw new NoDatabaseException(NoDatabaseException.firstLine(e), e);
    }
  }

  private static Path writable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "write", ".test"));
      return folder;
    } catch (IOException e) {
      throw new NoDatabaseException(
          "cannot write to %s; choose a folder of your own with --data".formatted(folder), e);
    }
  }

  @Override
  public Map<String, String> properties() {
    return Map.of("spring.datasource.url", database.jdbcUrl());
  }

  @Override
  public Connection connect() throws SQLException {
    return database.connect();
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public void crashAndRestart() {
    server.crash();
    server.restart();
  }

  @Override
  public void close() {
    server.close();
  }
}
