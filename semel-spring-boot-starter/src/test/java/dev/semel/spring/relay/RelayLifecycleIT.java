package dev.semel.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.relay.RelayApplication.Memory;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Relays run while the application does. */
@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
class RelayLifecycleIT {
  private final PostgresDatabase database;

  RelayLifecycleIT(PostgresDatabase database) {
    this.database = database;
  }

  private static void publish(ConfigurableApplicationContext application, String id) {
    new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              var unused =
                  application
                      .getBean(TransactionEvents.class)
                      .publish(Event.of("case", id, "CaseOpened", null));
            });
  }

  private long ownedShards() {
    return database.queryLong("SELECT count(*) FROM semel.relay_shard WHERE owner IS NOT NULL");
  }

  @Test
  void theyStartWithTheApplicationAndGiveTheirShardsBackWhenItStops() {
    Memory sink;
    try (ConfigurableApplicationContext application =
        RelayApplication.run(database, "semel.relay.lease=10m")) {
      assertThat(application.getBean(SemelRelays.class).isRunning()).isTrue();
      sink = application.getBean("north", Memory.class);
      publish(application, "started");
      Eventually.holds("it is published", () -> sink.ids.contains("started"));
      assertThat(ownedShards()).isPositive();
    }
    assertThat(ownedShards()).isZero();
    assertThat(sink.closed).hasValue(1);
  }

  /** Publishes another event if not: an idle relay saves the position that a purge needs rarely. */
  private boolean isRemoved(String id, ConfigurableApplicationContext application) {
    boolean removed =
        database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", id) == 0;
    if (!removed) {
      publish(application, "later");
    }
    return removed;
  }

  @Test
  void startAndEndOfARelayAreOneLogLineEach(CapturedOutput output) {
    try (ConfigurableApplicationContext application =
        RelayApplication.run(database, "logging.level.dev.semel.relay=INFO")) {
      Memory sink = application.getBean("north", Memory.class);
      publish(application, "quiet");
      Eventually.holds("it is published", () -> sink.ids.contains("quiet"));
      Eventually.holds("all shards are taken", () -> linesOfRelays(output).count() >= 2);
    }
    assertThat(linesOfRelays(output))
        .containsExactlyInAnyOrder(
            "relay north: publishes 2 of 2 shards",
            "relay south: publishes 2 of 2 shards",
            "relay north: stopped",
            "relay south: stopped");
  }

  private static Stream<String> linesOfRelays(CapturedOutput output) {
    return Pattern.compile("relay (north|south): .*")
        .matcher(output.getAll())
        .results()
        .map(MatchResult::group);
  }

  @Test
  void anApplicationThatDoesNotRelayLeavesItsEventsToOthers() {
    try (ConfigurableApplicationContext application =
        RelayApplication.run(database, "semel.relay.enabled=false")) {
      assertThat(application.getBeanProvider(SemelRelays.class).getIfAvailable()).isNull();
      publish(application, "left");
      assertThat(application.getBean("north", Memory.class).ids).isEmpty();
    }
    try (ConfigurableApplicationContext application = RelayApplication.run(database)) {
      Memory sink = application.getBean("north", Memory.class);
      Eventually.holds("another publishes it", () -> sink.ids.contains("left"));
    }
  }

  @Test
  void publishedEventsAreRemovedWhenTheirRetentionIsOver() {
    try (ConfigurableApplicationContext application =
        RelayApplication.run(
            database, "semel.relay.retention=1ms", "semel.relay.purge-interval=50ms")) {
      publish(application, "short-lived");
      Eventually.holds(
          "it is published",
          () -> application.getBean("south", Memory.class).ids.contains("short-lived"));
      Eventually.holds("it is removed", () -> isRemoved("short-lived", application));
    }
  }
}
