package dev.semel.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ActuatorIT {
  private static final Operation<String, String> OPEN =
      Operation.named("POST /cases").taking(Fingerprinter.text()).answering(Codec.text());
  private static final Operation<String, Done> CHARGE =
      Operation.named("charge").taking(Fingerprinter.text()).answeringNothing();
  private static final String SECRET = "a-secret-answer";

  private final HttpClient client = HttpClient.newHttpClient();
  private final String key = "key-" + UUID.randomUUID();
  private @Nullable ConfigurableApplicationContext application;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {HibernateJpaAutoConfiguration.class, FlywayAutoConfiguration.class})
  static class Application {
    @Bean
    SecurityFilterChain open(HttpSecurity http) {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll()).build();
    }
  }

  @BeforeAll
  void start(PostgresDatabase database) {
    application =
        new SpringApplicationBuilder(Application.class)
            .initializers(
                context ->
                    ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> database.dataSource()))
            .run(
                "--server.port=0",
                "--management.endpoints.web.exposure.include=health,semel",
                "--management.endpoint.health.show-details=always",
                "--semel.health.max-unknown-age=0s");
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
  }

  private Semel semel() {
    return Objects.requireNonNull(application).getBean(Semel.class);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    int port =
        Objects.requireNonNull(
                ((ServletWebServerApplicationContext) Objects.requireNonNull(application))
                    .getWebServer())
            .getPort();
    URI uri = URI.create("http://localhost:%d/actuator%s".formatted(port, path));
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private JsonNode json(String path) throws IOException, InterruptedException {
    return JsonMapper.builder().build().readTree(get(path).body());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private void open() {
    semel().once(OPEN.intent("north", key, "a-secret-request").onBehalfOf("olga"), e -> SECRET);
  }

  private String explain() {
    return "/semel/explain?tenant=north&operation=%s&principal=olga&key=%s"
        .formatted(encoded("POST /cases"), key);
  }

  private Lease<Done> lease(String leaseKey) {
    var attempt =
        semel()
            .lease(
                CHARGE.intent("north", leaseKey, "42 EUR"),
                LeaseTerms.of(Duration.ofMinutes(10), Takeover.block()));
    return ((LeaseAttempt.Granted<Done>) attempt).lease();
  }

  @Test
  void anIntentIsExplained() throws Exception {
    open();
    JsonNode told = json(explain());
    assertThat(told.path("state").asString()).isEqualTo("EXECUTED");
    assertThat(told.path("attempts").asInt()).isEqualTo(1);
    assertThat(told.path("settledAt").asString()).isNotEmpty();
    assertThat(told.path("explanation").asString()).startsWith("done; retries are answered");
  }

  @Test
  void neitherKeyNorContentIsShown() throws Exception {
    open();
    for (String body : new String[] {get(explain()).body(), get("/semel").body()}) {
      assertThat(body).doesNotContain(key).doesNotContain("secret");
    }
  }

  @Test
  void anIntentOfAnotherPrincipalIsNotFound() throws Exception {
    open();
    assertThat(get(explain().replace("olga", "sam")).statusCode()).isEqualTo(404);
    assertThat(get(explain().replace("explain", "explode")).statusCode()).isEqualTo(404);
  }

  @Test
  void whatThereIsIsListed() throws Exception {
    open();
    Lease<Done> lease = lease("charge-" + UUID.randomUUID());
    lease.unknown("the provider did not answer");
    JsonNode told = json("/semel?settledWithin=1h&limit=5");
    assertThat(told.path("counts").toString())
        .contains("{\"operation\":\"POST /cases\",\"state\":\"EXECUTED\"")
        .contains("{\"operation\":\"charge\",\"state\":\"UNKNOWN\"");
    assertThat(told.path("unknown").get(0).path("reason").asString())
        .isEqualTo("the provider did not answer");
    assertThat(told.path("unknown").get(0).path("explanation").asString())
        .contains("semel.recoveries(…)");
    assertThat(told.path("stale").isArray()).isTrue();
    assertThat(told.path("mostAttempted").isArray()).isTrue();
  }

  @Test
  void nonsenseIsRefused() throws Exception {
    assertThat(get("/semel?limit=0").statusCode()).isEqualTo(400);
    assertThat(get("/semel?limit=101").statusCode()).isEqualTo(400);
    assertThat(get("/semel?settledWithin=yesterday").statusCode()).isEqualTo(400);
    assertThat(get("/semel/explain?tenant=&operation=x&key=y").statusCode()).isEqualTo(400);
  }

  @Test
  void itIsReadOnly() throws Exception {
    int port =
        Objects.requireNonNull(
                ((ServletWebServerApplicationContext) Objects.requireNonNull(application))
                    .getWebServer())
            .getPort();
    URI uri = URI.create("http://localhost:%d/actuator/semel".formatted(port));
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(uri).DELETE().build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).isIn(403, 405);
  }

  @Test
  void healthTellsOfWorkThatWaits() throws Exception {
    Lease<Done> lease = lease("charge-" + UUID.randomUUID());
    lease.unknown("the provider did not answer");
    JsonNode told = json("/health").path("components").path("semel");
    assertThat(told.path("status").asString()).isEqualTo("DOWN");
    assertThat(told.path("details").path("oldestUnknown").asString()).startsWith("PT");
    assertThat(told.path("details").path("problem").asString()).contains("waits for an operator");
  }
}
