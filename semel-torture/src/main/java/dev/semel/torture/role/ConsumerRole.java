package dev.semel.torture.role;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.JdbcEffect;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkSettings;
import dev.semel.kafka.consumer.KafkaConsumerRunner;
import dev.semel.kafka.consumer.KafkaConsumerSettings;
import dev.semel.postgres.PostgresStore;
import dev.semel.torture.bank.Json;
import dev.semel.torture.bank.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * Follows the accounts in a projection, version by version, and writes one notice per booking. What
 * it writes has no unique key that would hide a second application, and adds up: a message that is
 * applied twice leaves a wrong balance.
 */
public final class ConsumerRole implements AutoCloseable {
  /** Follows accounts; applied directly. */
  public static final String PROJECTION = "projection";

  /** Writes notices; stored first. */
  public static final String NOTICES = "notices";

  private static final int CONNECTIONS = 8;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * Longer than anything here delivers late: offsets that cannot be committed while broker and
   * database are away in turn make that minutes on a slow machine. Short enough for purge to have
   * work in a long run.
   */
  private static final MarkerRetention MARKERS =
      new MarkerRetention(Duration.ofMinutes(15), Duration.ofMinutes(20));

  private static final WorkSettings WORK =
      WorkSettings.standard()
          .attempts(100)
          .lease(Parts.LEASE)
          .backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  private static final String PROJECT =
      """
      INSERT INTO projection AS p (tenant, account, balance, version) VALUES (?, ?, ?, ?)
      ON CONFLICT (tenant, account)
      DO UPDATE SET balance = p.balance + excluded.balance, version = excluded.version
      """;
  private static final String NOTIFY =
      "INSERT INTO notice (tenant, operation, key, booking, amount) VALUES (?, ?, ?, ?, ?)";

  private final HikariDataSource pool;
  private final KafkaConsumerRunner projection;
  private final KafkaConsumerRunner notices;

  private ConsumerRole(
      HikariDataSource pool, KafkaConsumerRunner projection, KafkaConsumerRunner notices) {
    this.pool = pool;
    this.projection = projection;
    this.notices = notices;
  }

  static ConsumerRole start(RoleSettings settings) {
    HikariDataSource pool = Parts.pool(settings, CONNECTIONS);
    PostgresStore store = Parts.store(pool, Duration.ZERO);
    Inbox inbox = Inbox.on(Patiently.make(store::inbox));
    KafkaConsumerRunner projection =
        runner(
            inbox,
            consumer(PROJECTION).inOrder(VersionGuard.parking()),
            ConsumerRole::project,
            kafka(settings, PROJECTION));
    KafkaConsumerRunner notices =
        runner(inbox, consumer(NOTICES), ConsumerRole::announce, kafka(settings, NOTICES).stored());
    projection.start();
    notices.start();
    return new ConsumerRole(pool, projection, notices);
  }

  private static ConsumerSettings consumer(String name) {
    return ConsumerSettings.named(name, "bank").retention(MARKERS).working(WORK);
  }

  private static KafkaConsumerSettings kafka(RoleSettings settings, String group) {
    Map<String, Object> client =
        Map.of(
            "bootstrap.servers",
            settings.brokers(),
            "group.id",
            group,
            "session.timeout.ms",
            6_000,
            "heartbeat.interval.ms",
            1_000,
            "max.poll.interval.ms",
            20_000,
            "default.api.timeout.ms",
            10_000,
            "request.timeout.ms",
            5_000);
    return KafkaConsumerSettings.of(client, Parts.TOPIC)
        .lanes(2)
        .revocationWait(Duration.ofSeconds(2));
  }

  private static KafkaConsumerRunner runner(
      Inbox inbox, ConsumerSettings consumer, MessageHandler handler, KafkaConsumerSettings kafka) {
    return KafkaConsumerRunner.builder(inbox, consumer, handler).settings(kafka).build();
  }

  private static void project(Message message, JdbcEffect effect) throws SQLException {
    JsonNode event = payload(message);
    Sql.update(
        effect.connection(),
        PROJECT,
        tenant(message),
        Json.text(event, "account"),
        event.get("delta").asLong(),
        message.version());
  }

  private static void announce(Message message, JdbcEffect effect) throws SQLException {
    JsonNode event = payload(message);
    if ("credited".equals(message.type())) {
      return; // the other half of a transfer, of which the debit tells
    }
    Sql.update(
        effect.connection(),
        NOTIFY,
        tenant(message),
        Json.text(event, "operation"),
        Json.text(event, "key"),
        event.get("booking").asLong(),
        Math.abs(event.get("delta").asLong()));
  }

  private static String tenant(Message message) {
    return Objects.requireNonNull(message.tenant());
  }

  private static JsonNode payload(Message message) {
    return Json.read(new String(Objects.requireNonNull(message.payload()), StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    projection.stop(DRAIN);
    notices.stop(DRAIN);
    pool.close();
  }
}
