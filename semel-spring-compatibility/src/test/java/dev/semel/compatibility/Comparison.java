package dev.semel.compatibility;

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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Sends each request to an unprotected handler and to the same handler with {@code @Idempotent},
 * each time with the same rows in the database, and compares what the client and the database see.
 */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Comparison {
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERROR = 500;

  /** Allowed difference: a handler that fails is undone as a whole, so that a retry can run it. */
  private static final Set<String> UNDONE = Set.of("failed-with-rows");

  /**
   * Allowed difference: PostgreSQL answers COMMIT by a rollback after a statement has failed. The
   * unprotected handler answers 200 although nothing was written; the protected one fails.
   */
  private static final Set<String> SILENTLY_LOST = Set.of("caught-in-a-transaction");

  /** Handlers whose 409 is about the moment, so that a retry runs them again. */
  private static final Set<String> TRANSIENT = Set.of("stale");

  private static final String ROWS =
      """
      SELECT 'account ' || number || ' ' || iban || ' ' || balance || ' ' || version FROM account
      UNION ALL SELECT 'entry ' || account_id || ' ' || reference FROM entry
      UNION ALL SELECT 'note ' || text FROM note
      ORDER BY 1
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable PostgresDatabase database;
  private @Nullable ConfigurableApplicationContext application;

  abstract Class<?> application();

  abstract String[] properties();

  @BeforeAll
  void start(PostgresDatabase own) {
    database = own;
    Tables.create(own);
    application =
        new SpringApplicationBuilder(application())
            .web(WebApplicationType.SERVLET)
            .properties(properties())
            .properties(
                "spring.datasource.url=" + own.jdbcUrl(),
                "server.port=0",
                "semel.tenant=north",
                "spring.security.user.name=olga",
                "spring.security.user.password=olga")
            .run();
  }

  @AfterAll
  void stop() {
    Objects.requireNonNull(application).close();
  }

  /** What the client and the database saw. */
  private record Seen(
      int status,
      List<String> contentType,
      List<String> location,
      String body,
      List<String> rows,
      List<String> afterCommit) {}

  @BeforeEach
  void reset() {
    Tables.fill(database());
    bean(AfterCommit.class).take();
  }

  private Seen send(String path, String key) {
    HttpResponse<String> response = post(path, key);
    return new Seen(
        response.statusCode(),
        response.headers().allValues("Content-Type"),
        response.headers().allValues("Location"),
        response
            .body()
            .replaceFirst("\"timestamp\":\"[^\"]+\"", "\"timestamp\":…")
            .replace("/protected/", "/plain/"),
        database().query(ROWS).stream().map(Object::toString).toList(),
        bean(AfterCommit.class).take());
  }

  private HttpResponse<String> post(String path, String key) {
    String body = path.endsWith("validated") ? "{\"text\": \"\"}" : "{}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(port(), path)))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .header("Authorization", "Basic " + base64("olga:olga"))
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private int port() {
    ServletWebServerApplicationContext context =
        (ServletWebServerApplicationContext) Objects.requireNonNull(application);
    return Objects.requireNonNull(context.getWebServer()).getPort();
  }

  final <T> T bean(Class<T> type) {
    return Objects.requireNonNull(application).getBean(type);
  }

  final PostgresDatabase database() {
    return Objects.requireNonNull(database);
  }

  static List<String> withTechnologies(List<String> technologies, String... additional) {
    List<String> handlers =
        List.of(
            "created",
            "changed",
            "changed-twice",
            "masked",
            "masked-then-changed",
            "duplicate",
            "duplicate-entry",
            "missing-account",
            "stale",
            "found-or-created",
            "caught-and-answered",
            "partly-done",
            "refused-with-rows",
            "thrown-with-rows",
            "status-thrown",
            "failed-with-rows",
            "caught-in-a-transaction",
            "read-only-write",
            "autocommit",
            "new-transaction",
            "nested",
            "after-commit",
            "after-rollback",
            "validated");
    return Stream.concat(
            technologies.stream()
                .flatMap(technology -> handlers.stream().map(each -> technology + "/" + each)),
            Stream.of(additional))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void protectedHandlerAnswersAndWritesAsTheUnprotectedOne(String handler) {
    String key = "key-" + UUID.randomUUID();
    Seen plain = send("/plain/" + handler, key);
    reset();

    Seen first = send("/protected/" + handler, key);

    String name = handler.substring(handler.indexOf('/') + 1);
    if (UNDONE.contains(name)) {
      assertThat(first.status()).isEqualTo(plain.status());
      assertThat(first.rows()).hasSize(plain.rows().size() - 1);
    } else if (SILENTLY_LOST.contains(name)) {
      assertThat(first.status()).isEqualTo(SERVER_ERROR);
      assertThat(first.rows()).isEqualTo(plain.rows());
    } else {
      assertThat(first).isEqualTo(plain);
    }
    assertRetryIsSafe(handler, key, first, !TRANSIENT.contains(name));
  }

  private void assertRetryIsSafe(String handler, String key, Seen first, boolean kept) {
    if (first.status() == CLIENT_ERRORS || first.status() >= SERVER_ERROR || !kept) {
      assertThat(records(key)).as("records").isZero();
      return;
    }
    Seen retry = send("/protected/" + handler, key);
    assertThat(retry)
        .isEqualTo(
            new Seen(
                first.status(),
                first.contentType(),
                first.location(),
                first.body(),
                first.rows(),
                List.of()));
    assertThat(records(key)).as("records").isEqualTo(1);
  }

  private long records(String key) {
    return database().queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }
}
