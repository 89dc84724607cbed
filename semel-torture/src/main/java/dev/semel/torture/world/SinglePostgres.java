package dev.semel.torture.world;

import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL, from the embedded binaries, that writes to disk as in production. */
final class SinglePostgres implements BankDatabase {
  /** What both kinds of database are set to. */
  static final Map<String, String> SETTINGS =
      // Deadlocks are part of the load, and nobody should wait a second for one to be seen.
      Map.of("deadlock_timeout", "100ms");

  private final OwnPostgresServer server;

  private SinglePostgres(OwnPostgresServer server) {
    this.server = server;
  }

  static SinglePostgres start() {
    PostgresSettings settings = PostgresSettings.durable();
    for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
      settings = settings.with(setting.getKey(), setting.getValue());
    }
    OwnPostgresServer server = PostgresServer.start(settings);
    Objects.requireNonNull(server.database(NAME));
    return new SinglePostgres(server);
  }

  @Override
  public List<Integer> ports() {
    return List.of(server.port());
  }

  @Override
  public boolean crash() {
    boolean wasRunning = server.isRunning();
    server.crash();
    return wasRunning;
  }

  @Override
  public void restart() {
    server.restart();
  }

  @Override
  public boolean isRunning() {
    return server.isRunning();
  }

  @Override
  public @Nullable Integer failovers() {
    return null;
  }

  @Override
  public String words() {
    return "one PostgreSQL " + server.majorVersion();
  }

  @Override
  public void close() {
    server.close();
  }
}
