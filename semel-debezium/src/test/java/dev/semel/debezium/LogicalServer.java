package dev.semel.debezium;

import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;

/** Servers whose log can be decoded; one for all test classes that do not harm it. */
public final class LogicalServer {
  private LogicalServer() {}

  private static final class Holder {
    static final OwnPostgresServer SERVER = PostgresServer.start(settings());
  }

  /** Ends with the JVM. */
  public static OwnPostgresServer shared() {
    return Holder.SERVER;
  }

  static PostgresSettings settings() {
    return PostgresSettings.fast()
        .with("wal_level", "logical")
        .with("max_replication_slots", "20")
        .with("max_wal_senders", "20");
  }
}
