package dev.semel.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.rabbitmq.RabbitServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A test's own exchange and durable queue, and a way to look into it. */
final class Rabbit {
  private final BrokerPlace place;
  private final @Nullable RabbitServer server;
  private @Nullable Connection connection;
  final String exchange;
  final String queue;

  /** Something done on a channel. */
  interface Work<R> {
    R on(Channel channel) throws IOException, TimeoutException, InterruptedException;
  }

  Rabbit(RabbitServer server) {
    this(server, Map.of());
  }

  Rabbit(RabbitServer server, Map<String, Object> queueArguments) {
    this.server = server;
    this.queue = "queue-" + UUID.randomUUID();
    this.exchange = "events-" + queue;
    this.place = new BrokerPlace(server.host(), server.port(), queue);
    with(
        channel -> {
          channel.exchangeDeclare(exchange, "topic", true);
          channel.queueDeclare(queue, true, false, false, queueArguments);
          for (String type : new String[] {"case", "case1", "case2", "case3", "case4"}) {
            channel.queueBind(queue, exchange, type + ".*");
          }
          return queue;
        });
  }

  /** The same one, seen from another process. */
  Rabbit(BrokerPlace place) {
    this.server = null;
    this.queue = place.name();
    this.exchange = "events-" + queue;
    this.place = place;
  }

  BrokerPlace place() {
    return place;
  }

  /** Both ends of the exchange in a database. */
  static Ledger ledger(PostgresDatabase database) {
    PostgresStore store = PostgresStore.builder(database.dataSource()).migrate().build();
    return new Ledger(database, store, store.inbox(), PostgresRelays.on(database.dataSource()));
  }

  ConnectionFactory factory() {
    return factory(place.host(), place.port());
  }

  ConnectionFactory via(FaultProxy proxy) {
    return factory(proxy.host(), proxy.port());
  }

  private static ConnectionFactory factory(String host, int port) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(host);
    factory.setPort(port);
    factory.setUsername(RabbitServer.USER);
    factory.setPassword(RabbitServer.PASSWORD);
    return factory;
  }

  RabbitSink sink(ConnectionFactory factory) {
    return RabbitSink.builder(factory, "/cases")
        .routing(RabbitRouting.toExchange(exchange))
        .build();
  }

  RabbitSink sink() {
    return sink(factory());
  }

  <R> R with(Work<R> work) {
    try (Channel channel = connected().createChannel()) {
      return work.on(channel);
    } catch (IOException | TimeoutException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection connected() throws IOException, TimeoutException {
    if (connection == null || !connection.isOpen()) {
      connection = factory().newConnection();
    }
    return connection;
  }

  long waiting() {
    return with(channel -> channel.messageCount(queue));
  }

  /** How many are in the queue or in a consumer's hands. */
  long unsettled() {
    return Objects.requireNonNull(server)
        .control("list_queues", "--quiet", "name", "messages")
        .lines()
        .filter(line -> line.startsWith(queue))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf('\t') + 1).strip()))
        .sum();
  }

  /** Takes all that is in the queue. */
  List<GetResponse> drain() {
    return with(
        channel -> {
          List<GetResponse> all = new ArrayList<>();
          GetResponse next = channel.basicGet(queue, true);
          while (next != null) {
            all.add(next);
            next = channel.basicGet(queue, true);
          }
          return all;
        });
  }

  static Message message(GetResponse response) {
    return CloudEventsReader.amqp()
        .read(IncomingMessages.read("q", response.getProps(), response.getBody()));
  }

  /** Puts a message into the queue that says which one it is. */
  void put(String id, String key, int version) {
    Map<String, Object> headers = new HashMap<>();
    headers.put("cloudEvents:specversion", "1.0");
    headers.put("cloudEvents:id", id);
    headers.put("cloudEvents:source", "/cases");
    headers.put("cloudEvents:type", "changed");
    headers.put("cloudEvents:subject", key);
    headers.put("cloudEvents:aggregateversion", Integer.toString(version));
    put(headers, "{}");
  }

  void put(Map<String, Object> headers, String body) {
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder().deliveryMode(2).headers(headers).build();
    with(
        channel -> {
          channel.confirmSelect();
          channel.basicPublish("", queue, properties, body.getBytes(StandardCharsets.UTF_8));
          return channel.waitForConfirms();
        });
  }
}
