package dev.semel.http.webhook;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.http.server.TestServer;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.time.SettableClock;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Receivers on one database, whose handler writes a row and an event for each message, so that a
 * second effect shows.
 */
final class WebhookSupport {
  static final String PAID = "{\"type\":\"invoice.paid\",\"data\":{\"invoice\":7}}";
  private static final int LIMIT_SECONDS = 60;

  final PostgresDatabase database;
  final SettableClock clock = SettableClock.create();
  final List<WebhookDelivery> told = new CopyOnWriteArrayList<>();

  WebhookSupport(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS received (
          source text NOT NULL, message_id text NOT NULL, type text, body text NOT NULL)
        """);
  }

  static String newId() {
    return "msg_" + UUID.randomUUID();
  }

  static Semel semel(DataSource dataSource) {
    return Semel.on(PostgresStore.on(dataSource));
  }

  /** For messages of one tenant, signed with {@link Delivery#SECRET}. */
  WebhookReceiverBuilder receiver(Semel semel) {
    return receiver(semel, clock).listener(told::add);
  }

  /** As {@link #receiver(Semel)}, for those who have only a way to the database. */
  static WebhookReceiverBuilder receiver(Semel semel, SettableClock clock) {
    return WebhookReceiver.builder(semel, "billing")
        .sender(Sender.forTenant("acme", StandardWebhooks.keys(Delivery.SECRET)))
        .clock(clock)
        .handler(WebhookSupport::insert);
  }

  WebhookReceiverBuilder receiver() {
    return receiver(semel(database.dataSource()));
  }

  static void insert(JdbcEffect effect, WebhookMessage message) throws SQLException {
    effect.publish(Event.of("message", message.id(), "Received", null));
    try (PreparedStatement insert =
        effect.connection().prepareStatement("INSERT INTO received VALUES (?, ?, ?, ?)")) {
      insert.setString(1, message.source());
      insert.setString(2, message.id());
      insert.setString(3, message.type());
      insert.setString(4, message.text());
      insert.executeUpdate();
    }
  }

  /** Signed now. */
  Delivery delivery(String id) {
    return delivery(id, PAID);
  }

  Delivery delivery(String id, String body) {
    return Delivery.of(body).signed(id, clock.instant());
  }

  /** What is there of one message. */
  record Stored(long rows, long events, long records) {
    static final Stored NOTHING = new Stored(0, 0, 0);
    static final Stored ONCE = new Stored(1, 1, 1);
  }

  Stored stored(String id) {
    return new Stored(
        database.queryLong("SELECT count(*) FROM received WHERE message_id = ?", id),
        database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", id),
        database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", id));
  }

  List<WebhookResult> results() {
    return told.stream().map(WebhookDelivery::result).toList();
  }

  static HttpRequest request(TestServer server, Delivery delivery, BodyPublisher body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(delivery.path())).POST(body);
    delivery.headers().forEach(request::header);
    return request.build();
  }

  static HttpRequest request(TestServer server, Delivery delivery) {
    return request(server, delivery, BodyPublishers.ofString(delivery.body()));
  }

  static HttpResponse<String> post(TestServer server, Delivery delivery) {
    return send(server, request(server, delivery), Version.HTTP_1_1);
  }

  static HttpResponse<String> send(TestServer server, HttpRequest request, Version version) {
    try {
      return server.client(version).send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Runs on a thread of its own, so that a waiting runner takes no other runner's place. */
  static <V> CompletableFuture<V> start(Supplier<V> runner) {
    return CompletableFuture.supplyAsync(runner, task -> new Thread(task, "runner").start());
  }

  static <V> V result(CompletableFuture<V> running) {
    return running.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
