package dev.semel.testing.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** What a child JVM runs: starts a server on a folder that is kept, stores a row, and waits. */
final class StartKeptServer {

  private StartKeptServer() {}

  public static void main(String[] arguments) throws IOException {
    OwnPostgresServer server =
        PostgresServer.start(PostgresSettings.durable().keptIn(Path.of(arguments[0])));
    server
        .database("ledger")
        .execute("CREATE TABLE entries (id bigint); INSERT INTO entries VALUES (17)");
    System.out.println("port " + server.port());
    int ended = System.in.read();
    System.exit(ended);
  }
}
