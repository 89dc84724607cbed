package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Starts an application on a free port and sends it requests, as Olga of the north unless told. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WebContract {
  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable PostgresDatabase database;
  private @Nullable ConfigurableApplicationContext application;

  /** Of the test that is running. */
  String key = "";

  /** What the application has beside {@link WebApplication}. */
  abstract Class<?>[] parts();

  /** Its properties. */
  String[] arguments() {
    return new String[] {"--server.port=0"};
  }

  @BeforeAll
  void start(PostgresDatabase own) {
    database = own;
    own.execute("CREATE TABLE note (id uuid PRIMARY KEY, text text NOT NULL)");
    application =
        new SpringApplicationBuilder(WebApplication.class)
            .sources(parts())
            .web(WebApplicationType.SERVLET)
            .properties("semel.http.wait-up-to=0s")
            .initializers(
                context ->
                    ((GenericApplicationContext) context)
                        .registerBean(DataSource.class, () -> own.dataSource()))
            .run(arguments());
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
  }

  @BeforeEach
  void takeANewKey() {
    key = "key-" + UUID.randomUUID();
  }

  <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  PostgresDatabase database() {
    return Objects.requireNonNull(database);
  }

  HttpRequest.Builder request(String path) {
    int port =
        Objects.requireNonNull(
                ((ServletWebServerApplicationContext) Objects.requireNonNull(application))
                    .getWebServer())
            .getPort();
    return HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port, path)))
        .header("Content-Type", "application/json");
  }

  HttpRequest.Builder keyed(String path) {
    return as("olga", request(path)).header("Idempotency-Key", key);
  }

  static HttpRequest.Builder as(String user, HttpRequest.Builder request) {
    byte[] credentials = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
    return request
        .setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
        .setHeader(WebApplication.TENANT_HEADER, "north");
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> post(String path, String body) {
    return send(keyed(path).POST(BodyPublishers.ofString(body)));
  }

  /** A note whose text is the key of the test. */
  String note() {
    return "{\"text\": \"%s\"}".formatted(key);
  }

  long notes() {
    return database().queryLong("SELECT count(*) FROM note WHERE text = ?", key);
  }

  long records() {
    return database().queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  static boolean isReplayed(HttpResponse<?> response) {
    return response.headers().firstValue("Idempotent-Replayed").isPresent();
  }

  static void assertReplayOf(HttpResponse<String> first, HttpResponse<String> retry) {
    assertThat(isReplayed(first)).as("the first is a replay").isFalse();
    assertThat(isReplayed(retry)).as("the retry is a replay").isTrue();
    assertThat(retry.statusCode()).isEqualTo(first.statusCode());
    assertThat(retry.body()).isEqualTo(first.body());
    for (String header : new String[] {"Location", "Content-Type"}) {
      assertThat(retry.headers().allValues(header)).isEqualTo(first.headers().allValues(header));
    }
  }
}
