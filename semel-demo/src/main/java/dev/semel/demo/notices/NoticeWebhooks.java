package dev.semel.demo.notices;

import dev.semel.demo.broker.Broker;
import dev.semel.demo.broker.NoBrokerException;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.signing.StandardSigner;
import dev.semel.webhook.EgressPolicy;
import dev.semel.webhook.EventFilter;
import dev.semel.webhook.RetrySchedule;
import dev.semel.webhook.WebhookClient;
import dev.semel.webhook.WebhookEndpoint;
import dev.semel.webhook.WebhookSettings;
import dev.semel.webhook.Webhooks;
import java.net.URI;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Tells the post of every notice that is wanted, by signed webhooks. Starts when the web server
 * has, and stops before it. Safe for use by several threads.
 */
@Component
@DependsOnDatabaseInitialization
public class NoticeWebhooks implements SmartLifecycle {
  private static final String ENDPOINT = "post";
  private static final Duration DRAIN = Duration.ofSeconds(2);

  /** Sooner than the standard asks for: who watches a demo does not wait for hours. */
  private static final WebhookSettings SETTINGS =
      WebhookSettings.standard()
          .schedule(
              RetrySchedule.of(
                  Duration.ZERO,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(2),
                  Duration.ofSeconds(5),
                  Duration.ofSeconds(15),
                  Duration.ofMinutes(1)))
          .relay(
              WebhookSettings.standard()
                  .relay()
                  .start(RelaySettings.Start.OLDEST)
                  .lease(Duration.ofSeconds(5)));

  private final DataSource database;
  private final Broker broker;
  private final Post post;
  private final Environment environment;
  private final JdbcClient jdbc;
  private volatile @Nullable Running running;

  /**
   * Ready to start.
   *
   * @param store has made the tables
   */
  NoticeWebhooks(
      DataSource database,
      PostgresStore store,
      Broker broker,
      Post post,
      Environment environment,
      JdbcClient jdbc) {
    this.database = database;
    this.broker = broker;
    this.post = post;
    this.environment = environment;
    this.jdbc = jdbc;
  }

  /** What runs. */
  private record Running(Webhooks webhooks, WebhookClient client) {}

  /**
   * Notices on their way, of all tenants.
   *
   * @param requested that were ever wanted
   * @param sent by the post
   * @param duplicates webhooks that came again and were not applied, since the start
   * @param dead that the relay has given up
   */
  public record NoticeCounts(long requested, long sent, long duplicates, long dead) {}

  /** What the database knows of notices. */
  record Rows(long requested, long sent) {}

  /** Only this machine is told, and without a broker nobody is. */
  @Override
  public void start() {
    if (!broker.isThere() || running != null) {
      return;
    }
    WebhookClient client =
        WebhookClient.builder()
            .policy(EgressPolicy.standard().allowingPlainHttp().allowing("127.0.0.0/8"))
            .build();
    Webhooks webhooks =
        Webhooks.builder(PostgresRelays.on(database), PostgresEndpoints.on(database))
            .settings(SETTINGS)
            .client(client)
            .build();
    webhooks.start();
    webhooks.put(
        WebhookEndpoint.of(ENDPOINT, address(), StandardSigner.keys(post.secret()))
            .filter(EventFilter.everything().types("NoticeRequested")));
    running = new Running(webhooks, client);
  }

  private URI address() {
    int port = environment.getRequiredProperty("local.server.port", Integer.class);
    return URI.create("http://127.0.0.1:%d%s".formatted(port, Post.PATH));
  }

  @Override
  public void stop() {
    Running stopping = running;
    running = null;
    if (stopping != null) {
      stopping.webhooks.stop(DRAIN);
      stopping.client.close();
    }
  }

  @Override
  public boolean isRunning() {
    return running != null;
  }

  /** Something was committed. */
  public void wakeUp() {
    Running now = running;
    if (now != null) {
      now.webhooks.wakeUps().onPublished(1);
    }
  }

  /** How notices stand. */
  public NoticeCounts counts() {
    Rows rows = jdbc.sql(PostSql.COUNTS).query(Rows.class).single();
    RelayStatus relay = required().webhooks.status(ENDPOINT).relay();
    return new NoticeCounts(rows.requested(), rows.sent(), post.duplicates(), relay.deadLetters());
  }

  /** Notices that the post would not take. */
  public DeadLetters deadLetters() {
    return required().webhooks.deadLetters(ENDPOINT);
  }

  private Running required() {
    Running now = running;
    if (now == null) {
      throw new NoBrokerException("notices stay in the outbox; nothing carries them on");
    }
    return now;
  }
}
