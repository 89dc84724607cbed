package dev.semel.spring.events.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.Message;
import dev.semel.relay.Relay;
import dev.semel.spring.relay.SemelRelays;
import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What the guide shows of events runs, from a transaction to a dashboard. */
class EventsIT {
  private static List<String> settings(String... names) {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name)
          .lines()
          .forEach(all::add);
    }
    return all;
  }

  private static void createTables(PostgresDatabase database) {
    for (String name : List.of("spring-table", "spring-events-tables")) {
      database.execute(Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name));
    }
    database.execute("INSERT INTO casefile (tenant, complaint) VALUES ('north', 'noise')");
  }

  private static ConfigurableApplicationContext run(PostgresDatabase database) {
    List<String> properties =
        settings("spring-kafka-sink", "spring-kafka-listener", "spring-events-actuator");
    properties.add("spring.datasource.url=" + database.jdbcUrl());
    properties.add("spring.flyway.enabled=false");
    properties.add("semel.inbox.poll-interval=20ms");
    properties.add("spring.kafka.bootstrap-servers=" + KafkaCluster.shared().bootstrapServers());
    return new SpringApplicationBuilder(EventsApplication.class)
        .web(WebApplicationType.NONE)
        .properties(properties.toArray(String[]::new))
        .run();
  }

  @Test
  void aClosedCaseIsCountedOnceOnTheDashboard() {
    KafkaCluster.shared().createTopic("outbox.event.case", 3, 1);
    try (PostgresDatabase database = PostgresServer.shared().newDatabase("events")) {
      createTables(database);
      try (ConfigurableApplicationContext application = run(database)) {
        application.getBean(Closing.class).close("north", 1);
        Eventually.holds(
            "it is on the dashboard and in the archive",
            () ->
                database.queryLong("SELECT events FROM dashboard") == 1
                    && database.queryLong("SELECT count(*) FROM archive") == 1);
        application.getBean(Reopening.class).reopen(1, "new evidence");
        Eventually.holds(
            "the second event is on the dashboard",
            () -> database.queryLong("SELECT events FROM dashboard") == 2);
        isPlain(application, database);
        areRelays(application.getBean(SemelRelays.class));
      }
    }
  }

  private static void isPlain(
      ConfigurableApplicationContext application, PostgresDatabase database) {
    Message letter = Message.of("post", "letter-1", null);
    application.getBean(Dashboard.class).onLetter(letter);
    application.getBean(Dashboard.class).onLetter(letter);
    assertThat(database.queryLong("SELECT count(*) FROM letter")).isEqualTo(1);
  }

  private static void areRelays(SemelRelays relays) {
    assertThat(relays.all()).containsOnlyKeys("journal", "semelKafkaSink");
    Relay journal = Objects.requireNonNull(relays.named("journal"));
    assertThat(journal.status().shards()).hasSize(1);
  }
}
