package dev.semel.kafka;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import java.io.IOException;
import java.time.Duration;

/** Runs a relay that never saves its position, until it is killed. */
public final class RelayProgram {
  static final String SOURCE = "/casework";

  private RelayProgram() {}

  /** Takes the database's address, the relay's name and the brokers' addresses. */
  public static void main(String[] arguments) throws IOException {
    HikariDataSource database = new HikariDataSource();
    database.setJdbcUrl(arguments[0]);
    RelaySettings settings = CaseEvents.SETTINGS.saveInterval(Duration.ofHours(1));
    KafkaSink sink = KafkaSink.builder(arguments[2], SOURCE).relaySettings(settings).build();
    Relay.builder(PostgresRelays.on(database), arguments[1], sink)
        .node("doomed")
        .settings(settings)
        .build()
        .start();
    ChildProcess.awaitEndOfParent();
  }
}
