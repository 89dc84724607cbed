package dev.semel.spring.disabled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Codec;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.JdbcEffect;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.RejectedException;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.VersionGuard;
import dev.semel.kafka.KafkaSink;
import dev.semel.spring.disabled.Shop.Purchase;
import dev.semel.spring.kafka.InboxErrorHandler;
import dev.semel.spring.listener.JoiningInbox;
import dev.semel.spring.relay.SemelRelays;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with JPA on H2. */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DisabledIT {
  private static final Operation<String, String> ORDER =
      Operation.named("order").taking(Fingerprinter.text()).answering(Codec.text());

  private final HttpClient client = HttpClient.newHttpClient();
  private String article = "";
  private @Nullable ConfigurableApplicationContext application;

  @BeforeAll
  void start(CapturedOutput output) {
    application =
        new SpringApplicationBuilder(Shop.class)
            .run(
                "--server.port=0",
                "--spring.datasource.url=jdbc:h2:mem:shop-" + UUID.randomUUID(),
                "--spring.jpa.hibernate.ddl-auto=create",
                "--semel.enabled=false",
                "--semel.tenant=acme",
                "--semel.kafka.source=/shop",
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.group.ready.include=semel,semelRelay");
    assertThat(output.getOut().split("semel.enabled is false", -1))
        .as("parts around the warning")
        .hasSize(2);
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
  }

  @BeforeEach
  void takeANewArticle() {
    article = "article-" + UUID.randomUUID();
  }

  private <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  private Intent<String> intent() {
    return ORDER.intent("acme", article, article);
  }

  private long orders() {
    return bean(JdbcClient.class)
        .sql("SELECT count(*) FROM purchase WHERE article = ?")
        .param(article)
        .query(Long.class)
        .single();
  }

  private String persist() {
    bean(EntityManager.class).persist(new Purchase(article));
    return article;
  }

  private String insert(JdbcEffect effect) throws SQLException {
    Connection connection = effect.connection();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO purchase (article) VALUES (?)")) {
      insert.setString(1, article);
      insert.executeUpdate();
    }
    return article;
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String path) {
    int port =
        Objects.requireNonNull(
                ((ServletWebServerApplicationContext) Objects.requireNonNull(application))
                    .getWebServer())
            .getPort();
    try {
      return client.send(
          request.uri(URI.create("http://localhost:%d%s".formatted(port, path))).build(),
          BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpResponse<String> order(String path, String ordered) {
    return send(
        HttpRequest.newBuilder().header("Idempotency-Key", article).POST(BodyPublishers.noBody()),
        path + "?article=" + ordered);
  }

  private HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder().GET(), path);
  }

  private TransactionTemplate template() {
    return new TransactionTemplate(bean(PlatformTransactionManager.class));
  }

  @Test
  void protectedHandlerRunsWithEveryRequest() {
    HttpResponse<String> first = order("/protected", article);
    HttpResponse<String> second = order("/protected", article);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body()).isEqualTo("ordered for acme");
    assertThat(second.headers().firstValue("Idempotent-Replayed")).isEmpty();
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void protectedHandlerNeedsNoKey() {
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder().POST(BodyPublishers.noBody()),
            "/protected?article=" + article);
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void rejectionIsAnsweredAsByAPlainHandler() {
    HttpResponse<String> response = order("/protected", "bad-" + article);
    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.body()).contains("\"code\":\"BAD_ARTICLE\"");
    assertThat(response.body()).isEqualTo(order("/plain", "bad-" + article).body());
    assertThat(orders()).isZero();
  }

  @Test
  void protectedMethodRunsWithEveryCall() {
    Shop.Desk desk = bean(Shop.Desk.class);
    Purchase first = Objects.requireNonNull(desk.orderByCommand("c-1", article));
    Purchase second = Objects.requireNonNull(desk.orderByCommand("", article));
    assertThat(first.id()).isNotEqualTo(second.id());
    assertThat(orders()).isEqualTo(2);
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> desk.orderByCommand("c-1", "bad"));
  }

  @Test
  void semelRunsTheEffectWithEveryCall() {
    Semel semel = bean(Semel.class);
    assertThat(semel.once(intent(), effect -> persist()))
        .isEqualTo(new Outcome.Executed<>(article));
    assertThat(semel.once(intent(), this::insert)).isEqualTo(new Outcome.Executed<>(article));
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void effectIsOneTransaction() {
    Semel semel = bean(Semel.class);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                semel.once(
                    intent(),
                    effect -> {
                      insert(effect);
                      persist();
                      throw new IllegalStateException("no");
                    }));
    assertThat(orders()).isZero();
  }

  @Test
  void rejectionRollsTheEffectBack() {
    Outcome<String> outcome =
        bean(Semel.class)
            .once(
                intent(),
                effect -> {
                  persist();
                  insert(effect);
                  throw effect.reject("NO", "not now");
                });
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(orders()).isZero();
  }

  @Test
  void semelJoinsTheCallersTransaction() {
    template()
        .executeWithoutResult(
            status -> {
              assertThat(bean(Semel.class).once(intent(), this::insert).isDone()).isTrue();
              status.setRollbackOnly();
            });
    assertThat(orders()).isZero();
  }

  @Test
  void leaseIsGrantedToEverybody() {
    for (int i = 0; i < 2; i++) {
      LeaseAttempt<String> attempt =
          bean(Semel.class)
              .lease(intent(), new LeaseTerms<>(Duration.ofSeconds(30), Takeover.block()));
      Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
      assertThat(lease.heartbeat()).isNotNull();
      assertThat(lease.complete(this::insert)).isEqualTo(new Outcome.Executed<>(article));
    }
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void listenerAppliesEveryDelivery() {
    Message message = Message.of("/letters", article, null).about("letter", "7", 5L);
    bean(Shop.Desk.class).on(message);
    bean(Shop.Desk.class).on(message);
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void inboxAppliesEveryDelivery() {
    ConsumerSettings consumer =
        ConsumerSettings.named("post", "acme").inOrder(VersionGuard.parking());
    Message message = Message.of("/letters", article, null).about("letter", "7", 5L);
    Consumed direct =
        bean(Inbox.class).consume(consumer, message, (given, effect) -> insert(effect));
    Consumed joining =
        bean(JoiningInbox.class).consume(consumer, message, (given, effect) -> insert(effect));
    assertThat(direct).isEqualTo(new Consumed.Applied());
    assertThat(joining).isEqualTo(new Consumed.Applied());
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void inboxRollsBackWhatFails() {
    ConsumerSettings consumer = ConsumerSettings.named("post", "acme");
    Message message = Message.of("/letters", article, null);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                bean(JoiningInbox.class)
                    .consume(
                        consumer,
                        message,
                        (given, effect) -> {
                          insert(effect);
                          throw new IllegalStateException("no");
                        }));
    Consumed rejected =
        bean(Inbox.class)
            .consume(
                consumer,
                message,
                (given, effect) -> {
                  insert(effect);
                  throw effect.reject("NO", "not now");
                });
    assertThat(rejected).isInstanceOf(Consumed.Dead.class);
    assertThat(orders()).isZero();
  }

  @Test
  void inboxJoinsTheCallersTransaction() {
    ConsumerSettings consumer = ConsumerSettings.named("post", "acme");
    template()
        .executeWithoutResult(
            status -> {
              var unused =
                  bean(JoiningInbox.class)
                      .consume(
                          consumer,
                          Message.of("/letters", article, null),
                          (given, effect) -> insert(effect));
              status.setRollbackOnly();
            });
    assertThat(orders()).isZero();
  }

  @Test
  void effectBeanHasAConnectionInATransactionOnly() {
    JdbcEffect effect = bean(JdbcEffect.class);
    assertThatIllegalStateException()
        .isThrownBy(effect::connection)
        .withMessageContaining("semel.enabled is false")
        .withMessageContaining("@Transactional");
    assertThat(template().<String>execute(status -> connected(effect))).isEqualTo(article);
    assertThat(orders()).isEqualTo(1);
  }

  private String connected(JdbcEffect effect) {
    try {
      return insert(effect);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void relaysAreOff() {
    assertThat(bean(SemelRelays.class).all()).isEmpty();
    assertThat(Objects.requireNonNull(application).getBeansOfType(KafkaSink.class)).isEmpty();
  }

  @Test
  void containerFactoriesOfTheApplicationGetAnErrorHandler() {
    assertThat(bean(InboxErrorHandler.class)).isNotNull();
  }

  @Test
  void operatorsSeeAHealthyApplicationWithoutRecords() {
    assertThat(get("/actuator/health/ready").body()).isEqualTo("{\"status\":\"UP\"}");
    assertThat(get("/actuator/semel").body()).contains("\"counts\":[]");
    assertThat(get("/actuator/semel/explain?tenant=acme&operation=order&key=k").statusCode())
        .isEqualTo(404);
    assertThat(get("/actuator/semelrelays").statusCode()).isEqualTo(200);
  }

  @Test
  void purgeFindsNothing() {
    assertThat(bean(Semel.class).purge(new PurgeSettings(10, 1))).isZero();
    assertThat(bean(Semel.class).perform(done(), effect -> {})).isInstanceOf(Outcome.class);
  }

  private Intent<Done> done() {
    return Operation.named("nothing")
        .taking(Fingerprinter.text())
        .answeringNothing()
        .intent("acme", article, article);
  }
}
