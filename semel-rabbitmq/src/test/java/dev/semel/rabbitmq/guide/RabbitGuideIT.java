package dev.semel.rabbitmq.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.rabbitmq.RabbitConsumer;
import dev.semel.rabbitmq.RabbitRouting;
import dev.semel.rabbitmq.RabbitSink;
import dev.semel.relay.Relay;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.rabbitmq.RabbitExtension;
import dev.semel.testing.rabbitmq.RabbitServer;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on RabbitMQ. */
@ExtendWith({RabbitExtension.class, PostgresExtension.class})
class RabbitGuideIT {
  private static final ConsumerSettings DASHBOARD = ConsumerSettings.named("dashboard", "acme");
  private static final ConsumerSettings NOTICES = ConsumerSettings.named("notices", "acme");

  private final RabbitServer rabbit;
  private final DataSource dataSource;
  private final PostgresStore store;
  private final AtomicInteger counted = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean failing;

  RabbitGuideIT(RabbitServer rabbit, PostgresDatabase database) {
    this.rabbit = rabbit;
    this.dataSource = database.dataSource();
    this.store = PostgresStore.builder(dataSource).migrate().build();
  }

  private void count(Message message, JdbcEffect effect) {
    if (failing) {
      failures.incrementAndGet();
      throw new IllegalStateException("the dashboard is closed");
    }
    counted.incrementAndGet();
  }

  @Test
  void eventsGoOutAndComeIn() throws IOException, TimeoutException, SQLException {
    // snippet: rabbit-factory
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(rabbit.host());
    factory.setPort(rabbit.port());
    // end snippet
    // snippet: rabbit-declare
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      channel.exchangeDeclare("cases", "topic", true);
      channel.queueDeclare(
          "dashboard", true, false, false, Map.of("x-single-active-consumer", true));
      channel.queueBind("dashboard", "cases", "case.*");
    }
    // end snippet
    // snippet: rabbit-sink
    RabbitSink sink =
        RabbitSink.builder(factory, "/casework").routing(RabbitRouting.toExchange("cases")).build();
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "rabbitmq", sink).build();
    relay.start();
    // end snippet
    Inbox inbox = Inbox.on(store.inbox());
    try (sink;
        relay) {
      try (java.sql.Connection connection = dataSource.getConnection()) {
        connection.setAutoCommit(false);
        Semel.on(store).within(connection).publish("acme", Event.of("case", "7", "opened", "{}"));
        connection.commit();
      }
      // snippet: rabbit-consumer
      RabbitConsumer consumer =
          RabbitConsumer.builder(factory, "dashboard", inbox, DASHBOARD)
              .prefetch(200)
              .applying(this::count)
              .start();
      // end snippet
      Eventually.holds("it is counted", () -> counted.get() == 1);
      // snippet: rabbit-stop
      boolean ended = consumer.stop(Duration.ofSeconds(20));
      // end snippet
      assertThat(ended).isTrue();
      // snippet: rabbit-sink-stop
      relay.stop(Duration.ofSeconds(20));
      sink.close();
      // end snippet
    }
  }

  @Test
  void storedMessagesAreAcknowledgedBeforeTheyAreApplied() throws IOException, TimeoutException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(rabbit.host());
    factory.setPort(rabbit.port());
    Inbox inbox = Inbox.on(store.inbox());
    failing = true;
    try (Connection connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare("notices", true, false, false, Map.of());
      channel.basicPublish("", "notices", notice(), "{}".getBytes(StandardCharsets.UTF_8));
      // snippet: rabbit-stored
      try (InboxWorker worker =
              InboxWorker.start(inbox, NOTICES, this::count, 2, Duration.ofSeconds(1));
          RabbitConsumer consumer =
              RabbitConsumer.builder(factory, "notices", inbox, NOTICES)
                  .storing(worker::wake)
                  .start()) {
        serve(inbox);
      }
      // end snippet
      assertThat(channel.queueDeclarePassive("notices").getMessageCount()).isZero();
    }
    assertThat(counted).hasValue(0);

    failing = false;
    try (InboxWorker worker =
        InboxWorker.start(inbox, NOTICES, this::count, 2, Duration.ofMillis(100))) {
      Eventually.holds("it is applied", () -> counted.get() == 1);
    }
  }

  private static AMQP.BasicProperties notice() {
    return new AMQP.BasicProperties.Builder()
        .headers(
            Map.of(
                "cloudEvents:specversion", "1.0",
                "cloudEvents:id", "n-1",
                "cloudEvents:source", "/cases",
                "cloudEvents:type", "served"))
        .build();
  }

  private void serve(Inbox inbox) {
    Eventually.holds("an attempt has failed", () -> failures.get() > 0);
    Eventually.holds("it waits", () -> !inbox.records().counts("notices").isEmpty());
  }
}
