package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Relay;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nodes are killed, and servers; on a server that belongs to this class. */
class StreamCrashIT extends StreamSupport {
  private static OwnPostgresServer server;
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    server =
        PostgresServer.start(
            LogicalServer.settings()
                .with("max_slot_wal_keep_size", "32MB")
                .with("max_wal_size", "32MB")
                .with("wal_keep_size", "0"));
    fixture = DebeziumFixture.on(server.newDatabase("crash"));
  }

  @AfterAll
  static void close() {
    fixture.close();
    server.close();
  }

  @Override
  DebeziumFixture fixture() {
    return fixture;
  }

  @Test
  void aNodeThatIsKilledLosesNothingAndBreaksNoOrder() throws IOException, InterruptedException {
    Process node = mortalNode();
    publish("one", 1, 10);
    awaitVersion("one", 10);
    publish("one", 11, 60);
    awaitVersion("one", 20);
    node.destroyForcibly().waitFor();
    publish("one", 61, 80);
    Relay survivor =
        relay(
            "b",
            DebeziumRelays.builder(fixture.database().dataSource(), fixture.connection())
                .listener(fixture::note)
                .build(),
            sink("b"),
            settings().lease(Duration.ofSeconds(3)));
    survivor.start();
    awaitVersion("one", 80);
    assertOrderUnbroken("one", 80);
    assertThat(fixture.told(StreamChange.SlotLost.class)).isEmpty();
  }

  private static Process mortalNode() throws IOException {
    PostgresDatabase database = fixture.database();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            MortalNode.class.getName(),
            database.host(),
            Integer.toString(database.port()),
            database.name(),
            database.user());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(Redirect.DISCARD)
        .start();
  }

  @Test
  void aServerThatCrashesAndComesBackIsReadOn() {
    streaming("a");
    publish("one", 1, 50);
    awaitVersion("one", 20);
    server.crash();
    server.restart();
    fixture.forgetConnections();
    publish("one", 51, 100);
    awaitVersion("one", 100);
    assertOrderUnbroken("one", 100);
    assertThat(fixture.told(StreamChange.SlotLost.class)).isEmpty();
  }

  @Test
  void aSlotThatTheServerHasInvalidatedIsReportedAndNothingIsLost() {
    DebeziumRelays relays = fixture.relays("a").build();
    Relay first = streaming("a", relays, sink("a"));
    publish("one", 1, 3);
    awaitVersion("one", 3);
    stopWhenSaved(first);
    publish("one", 4, 6);
    Eventually.holds(
        "the server gives it up",
        () -> {
          writeOtherLog(20_000);
          fixture.database().execute("SELECT pg_switch_wal()");
          fixture.database().execute("CHECKPOINT");
          return relays.slotOf(RELAY).health() == SlotStatus.Health.LOST;
        });
    streaming("b");
    publish("one", 7, 9);
    awaitVersion("one", 9);
    assertThat(fixture.told(StreamChange.SlotLost.class).get(0).reason()).contains("removed log");
    assertOrderUnbroken("one", 9);
    assertNothingTwice();
  }
}
