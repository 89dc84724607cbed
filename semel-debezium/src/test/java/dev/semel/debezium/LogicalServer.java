package dev.semel.debezium;

import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;

/** Servers whose log can be decoded; one for all test classes that do not harm it. */
final class LogicalServer {
  private LogicalServer() {}

  private static final class Holder {
    static final OwnPostgresServer SERVER = start();
  }

  /** Ends with the JVM. */
  static OwnPostgresServer shared() {
    return Holder.SERVER;
  }

  static OwnPostgresServer start() {
    return PostgresServer.start(settings());
  }

  static PostgresSettings settings() {
    return PostgresSettings.fast()
        .with("wal_level", "logical")
        .with("max_replication_slots", "20")
        .with("max_wal_senders", "20");
  }
}
