package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.Relay;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.OpenWriter;
import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.MemoryOffsetBackingStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The outbox as the stock event router sees it, for those who run a connector of their own. */
class EventRouterIT {
  private static DebeziumFixture fixture;

  @BeforeAll
  static void create() {
    fixture = DebeziumFixture.create("router");
    fixture.reset();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void theStockRouterRoutesARowWithNoOptions() throws IOException {
    makePublication();
    List<SourceRecord> routed = new CopyOnWriteArrayList<>();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (DebeziumEngine<RecordChangeEvent<SourceRecord>> engine =
        DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
            .using(properties())
            .notifying(
                (List<RecordChangeEvent<SourceRecord>> records,
                    DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer) -> {
                  records.forEach(record -> routed.add(record.record()));
                  committer.markBatchFinished();
                })
            .build()) {
      thread.execute(engine);
      Eventually.holds(
          "the slot is read",
          () ->
              fixture
                      .database()
                      .queryLong(
                          "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'router' AND"
                              + " active AND confirmed_flush_lsn IS NOT NULL")
                  == 1);
      publish();
      Eventually.holds("it is routed", () -> routed.size() == 1);
    } finally {
      thread.shutdown();
    }
    assertRouted(routed.get(0));
  }

  private static void assertRouted(SourceRecord record) {
    String id = fixture.database().query("SELECT id::text FROM semel.outbox").get(0).get("id") + "";
    assertThat(record.topic()).isEqualTo("outbox.event.case");
    assertThat(record.key()).isEqualTo("7");
    assertThat(record.headers().lastWithName("id").value()).isEqualTo(id);
    assertThat(record.value()).isEqualTo("{\"source\": \"phone\"}");
  }

  /** As the relay makes it. */
  private static void makePublication() {
    Relay relay =
        Relay.builder(fixture.store("a"), "router", batch -> {})
            .settings(DebeziumRelays.settings())
            .build();
    relay.start();
    relay.stop(Duration.ofSeconds(20));
    fixture.dropSlots();
  }

  private static void publish() {
    try (OpenWriter writer = fixture.begin()) {
      writer.publish("acme", Event.of("case", "7", "opened", "{\"source\": \"phone\"}").version(1));
      writer.commit();
    }
  }

  private static Properties properties() {
    DirectConnection connection = fixture.connection();
    Properties properties = new Properties();
    properties.setProperty("name", "router");
    properties.setProperty("topic.prefix", "router");
    properties.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    properties.setProperty("database.hostname", connection.host());
    properties.setProperty("database.port", Integer.toString(connection.port()));
    properties.setProperty("database.dbname", connection.database());
    properties.setProperty("database.user", connection.user());
    properties.setProperty("database.password", connection.password());
    properties.setProperty("plugin.name", "pgoutput");
    properties.setProperty("slot.name", "router");
    properties.setProperty("publication.name", "semel_outbox");
    properties.setProperty("publication.autocreate.mode", "disabled");
    properties.setProperty("snapshot.mode", "no_data");
    properties.setProperty("offset.storage", MemoryOffsetBackingStore.class.getName());
    properties.setProperty("transforms", "outbox");
    properties.setProperty("transforms.outbox.type", "io.debezium.transforms.outbox.EventRouter");
    return properties;
  }
}
