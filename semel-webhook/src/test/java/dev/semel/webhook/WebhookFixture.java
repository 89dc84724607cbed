package dev.semel.webhook;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.spi.EndpointStore;
import dev.semel.relay.spi.RelayStore;
import dev.semel.signing.StandardSigner;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.time.SettableClock;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A database, what runs on it, and what it told; ends with the test. */
final class WebhookFixture implements AutoCloseable {
  static final String TENANT = "acme";
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  static final DeadLetters.Decision DECISION = new DeadLetters.Decision("ada", "on purpose");
  static final Duration LEASE = Duration.ofSeconds(60);

  final SettableClock clock = SettableClock.create();
  final List<RelayChange> told = new CopyOnWriteArrayList<>();
  final List<WebhookChange> changes = new CopyOnWriteArrayList<>();
  final String name = "e-" + UUID.randomUUID();
  final WebhookClient client =
      WebhookClient.builder().policy(local()).requestTimeout(Duration.ofSeconds(20)).build();
  private final HikariDataSource dataSource;
  private final Semel semel;
  private final List<AutoCloseable> open = new ArrayList<>();

  WebhookFixture(PostgresDatabase database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(20);
    config.setMinimumIdle(1);
    this.dataSource = new HikariDataSource(config);
    this.semel = Semel.on(PostgresStore.builder(dataSource).migrate().build());
  }

  static EgressPolicy local() {
    return EgressPolicy.standard().allowingPlainHttp().allowing("127.0.0.0/8");
  }

  /** Quick where the usual ones wait. */
  static WebhookSettings settings() {
    RelaySettings quick =
        WebhookSettings.standard()
            .relay()
            .lease(LEASE)
            .saveInterval(Duration.ZERO)
            .polling(new RelaySettings.Polling(Duration.ofMillis(1), Duration.ofMillis(20)));
    return WebhookSettings.standard().lookInterval(Duration.ofMillis(50)).relay(quick);
  }

  HikariDataSource dataSource() {
    return dataSource;
  }

  Semel semel() {
    return semel;
  }

  RelayStore relays() {
    return PostgresRelays.builder(dataSource).clock(clock).build();
  }

  Webhooks.Builder builder(RelayStore relays) {
    return builder(relays, PostgresEndpoints.on(dataSource));
  }

  Webhooks.Builder builder(RelayStore relays, EndpointStore endpoints) {
    return Webhooks.builder(relays, endpoints)
        .client(client)
        .settings(settings())
        .clock(clock)
        .listener(changes::add)
        .relayListener(told::add);
  }

  Webhooks started(Webhooks.Builder builder) {
    Webhooks webhooks = builder.build();
    open.add(0, () -> webhooks.stop(Duration.ZERO));
    webhooks.start();
    return webhooks;
  }

  Webhooks started() {
    return started(builder(relays()));
  }

  /** Webhooks that send to this endpoint. */
  Webhooks sendingTo(TestEndpoint endpoint) {
    Webhooks webhooks = started();
    webhooks.put(to(endpoint));
    return webhooks;
  }

  TestEndpoint endpoint() {
    TestEndpoint endpoint = new TestEndpoint();
    open.add(endpoint);
    return endpoint;
  }

  WebhookEndpoint to(TestEndpoint endpoint) {
    return to(endpoint.url());
  }

  WebhookEndpoint to(URI url) {
    return WebhookEndpoint.of(name, url, StandardSigner.keys(SECRET));
  }

  /** Publishes numbers of an aggregate, each in a transaction of its own. */
  void publish(String aggregate, int from, int to) {
    for (int number = from; number <= to; number++) {
      publish(event(aggregate, number));
    }
  }

  static Event event(String aggregate, int number) {
    return Event.of(
            "case",
            aggregate,
            "case.changed",
            "{\"of\": \"%s\", \"n\": %d}".formatted(aggregate, number))
        .version(number);
  }

  void publish(Event... events) {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      semel.within(connection).publish(TENANT, events);
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the relays told, of one kind. */
  <C extends RelayChange> List<C> told(Class<C> kind) {
    return told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /**
   * Waits until so many events are held and the database has it, by the time that the clock shows.
   */
  void awaitHeld(Webhooks webhooks, long events) {
    Eventually.holds(
        events + " held",
        () -> webhooks.status(name).relay().heldEvents() == events && due() == 0,
        () -> webhooks.status(name).toString());
  }

  /** How many of the held events are due. */
  int due() {
    return relays()
        .due(WebhookParts.relayName(name), Set.of(0, 1, 2, 3), Set.of(), 10)
        .events()
        .size();
  }

  static void awaitRequests(TestEndpoint endpoint, int number) {
    Eventually.holds(number + " requests", () -> endpoint.requests().size() >= number);
  }

  /** The numbers of an aggregate, as they arrived. */
  static List<Integer> numbersOf(TestEndpoint endpoint, String aggregate) {
    return endpoint.requests().stream()
        .filter(request -> request.aggregate().equals(aggregate))
        .map(Received::number)
        .toList();
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
    client.close();
    dataSource.close();
  }
}
