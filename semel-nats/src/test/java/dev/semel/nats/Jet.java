package dev.semel.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.nats.NatsServer;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.Subscription;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A test's own stream, and a way to look into it. */
final class Jet {
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private final BrokerPlace place;
  private @Nullable Connection connection;
  final String name;

  /** Something done on a connection. */
  interface Work<R> {
    R on(Connection connection) throws IOException, JetStreamApiException, InterruptedException;
  }

  Jet(NatsServer server) {
    this(server, Duration.ofMinutes(2));
  }

  Jet(NatsServer server, Duration duplicateWindow) {
    this(new BrokerPlace(server.host(), server.port(), "s" + UUID.randomUUID()));
    StreamConfiguration stream =
        StreamConfiguration.builder()
            .name(name)
            .subjects(name + ".>")
            .storageType(StorageType.File)
            .duplicateWindow(duplicateWindow)
            .build();
    with(connection -> connection.jetStreamManagement().addStream(stream));
  }

  /** The same one, seen from another process. */
  Jet(BrokerPlace place) {
    this.place = place;
    this.name = place.name();
  }

  BrokerPlace place() {
    return place;
  }

  /** Both ends of the stream in a database. */
  static Ledger ledger(PostgresDatabase database) {
    PostgresStore store = PostgresStore.builder(database.dataSource()).migrate().build();
    return new Ledger(database, store, store.inbox(), PostgresRelays.on(database.dataSource()));
  }

  Options options() {
    return options(url(place.host(), place.port()));
  }

  Options via(FaultProxy proxy) {
    return options(url(proxy.host(), proxy.port()));
  }

  private static String url(String host, int port) {
    return "nats://%s:%d".formatted(host, port);
  }

  private static Options options(String url) {
    return Options.builder()
        .server(url)
        .connectionTimeout(Duration.ofSeconds(30))
        .reconnectWait(Duration.ofMillis(50))
        .build();
  }

  NatsSink sink(Options options) {
    return NatsSink.builder(options, "/cases")
        .subjects(NatsSubjects.under(name))
        .expectingStream(name)
        .build();
  }

  NatsSink sink() {
    return sink(options());
  }

  <R> R with(Work<R> work) {
    try {
      Connection open = connection;
      if (open == null) {
        open = Nats.connect(options());
        connection = open;
      }
      return work.on(open);
    } catch (IOException | JetStreamApiException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  long stored() {
    return with(
        connection ->
            connection.jetStreamManagement().getStreamInfo(name).getStreamState().getMsgCount());
  }

  /** The headers of all messages that were stored, in order. */
  List<Headers> headers() {
    return with(
        connection -> {
          JetStreamManagement management = connection.jetStreamManagement();
          long last = management.getStreamInfo(name).getStreamState().getLastSequence();
          List<Headers> found = new ArrayList<>();
          for (long sequence = 1; sequence <= last; sequence++) {
            found.add(management.getMessage(name, sequence).getHeaders());
          }
          return found;
        });
  }

  /** Whether a durable consumer was made by now. */
  boolean isDurable(String durable) {
    return with(
        connection -> connection.jetStreamManagement().getConsumerNames(name).contains(durable));
  }

  /** Messages of a durable consumer that are not settled, delivered or not. */
  long unsettled(String durable) {
    return with(
        connection -> {
          var info = connection.jetStreamManagement().getConsumerInfo(name, durable);
          return info.getNumPending() + info.getNumAckPending();
        });
  }

  /** Returns when those at work for a durable consumer have given so many signs of it. */
  void awaitSigns(String durable, int count) {
    with(
        connection -> {
          Subscription settlements =
              connection.subscribe("$JS.ACK.%s.%s.>".formatted(name, durable));
          int signs = 0;
          while (signs < count) {
            Message next = settlements.nextMessage(MAX_WAIT);
            assertThat(next).as("a sign within %s", MAX_WAIT).isNotNull();
            signs += isSign(next) ? 1 : 0;
          }
          settlements.unsubscribe();
          return signs;
        });
  }

  private static boolean isSign(Message message) {
    return new String(message.getData(), StandardCharsets.UTF_8).equals("+WPI");
  }

  List<Message> all() {
    return with(
        connection -> {
          JetStreamSubscription look =
              connection
                  .jetStream()
                  .subscribe(name + ".>", PullSubscribeOptions.builder().stream(name).build());
          long stored = stored();
          List<Message> found = new ArrayList<>();
          while (found.size() < stored) {
            List<Message> some = look.fetch(100, Duration.ofMillis(500));
            found.addAll(some);
            some.forEach(Message::ack);
          }
          return found;
        });
  }

  /** Puts a message into the stream that says which one it is. */
  void put(String id, String key, int version) {
    Headers headers = new Headers();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", id);
    headers.put("ce-source", "/cases");
    headers.put("ce-type", "changed");
    headers.put("ce-subject", key);
    headers.put("ce-aggregateversion", Integer.toString(version));
    put(headers, "{}");
  }

  void put(Headers headers, String body) {
    Message message =
        NatsMessage.builder()
            .subject(name + ".case.changed")
            .headers(headers)
            .data(body, StandardCharsets.UTF_8)
            .build();
    with(connection -> connection.jetStream().publish(message));
  }
}
