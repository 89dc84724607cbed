package dev.semel.spring.web;

import static dev.semel.spring.web.CorsController.ORIGIN;
import static dev.semel.spring.web.CorsController.OTHER_ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.web.CorsController.Work;
import dev.semel.spring.web.NoteController.Notebook;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every response of a protected handler has the CORS headers that the unprotected twin gives to the
 * same origin, each once.
 */
abstract class CorsContract extends WebContract {
  static final String STRANGER = "https://stranger.example";

  /** Where CORS is configured. */
  abstract Class<?> configuration();

  /** Paths below which there is a pair of handlers. */
  abstract Stream<String> pairs();

  @Override
  Class<?>[] parts() {
    return new Class<?>[] {
      Notebook.class,
      Work.class,
      CorsController.OnMethod.class,
      CorsController.OnClass.class,
      CorsController.Mapped.class,
      configuration()
    };
  }

  private HttpRequest.Builder from(@Nullable String origin, HttpRequest.Builder request) {
    return origin == null ? request : request.header("Origin", origin);
  }

  private HttpResponse<String> protectedPost(String pair, @Nullable String origin, String text) {
    return send(from(origin, keyed(pair + "/protected")).POST(note(text)));
  }

  private Map<String, List<String>> headersOfTwin(String pair, @Nullable String origin) {
    HttpResponse<String> response =
        send(from(origin, as("olga", request(pair + "/plain"))).POST(note("twin")));
    assertThat(response.statusCode()).isEqualTo(201);
    return corsHeaders(response);
  }

  private static HttpRequest.BodyPublisher note(String text) {
    return BodyPublishers.ofString("{\"text\": \"%s\"}".formatted(text));
  }

  /** The handler itself varies by language, which is no part of the comparison. */
  private static Map<String, List<String>> corsHeaders(HttpResponse<String> response) {
    Map<String, List<String>> found = new TreeMap<>();
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (lower.startsWith("access-control-") || lower.equals("vary")) {
                found.put(
                    lower,
                    values.stream()
                        .flatMap(value -> Stream.of(value.split(", *")))
                        .filter(value -> !value.equals("Accept-Language"))
                        .sorted()
                        .toList());
              }
            });
    return found;
  }

  private static void assertSame(
      HttpResponse<String> response, int status, Map<String, List<String>> expected) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(corsHeaders(response)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void firstAnswerAndReplayHaveTheHeadersOfTheTwin(String pair) {
    Map<String, List<String>> expected = headersOfTwin(pair, ORIGIN);
    assertThat(expected).containsEntry("access-control-allow-origin", List.of(ORIGIN));

    assertSame(protectedPost(pair, ORIGIN, key), 201, expected);
    HttpResponse<String> replay = protectedPost(pair, ORIGIN, key);
    assertThat(isReplayed(replay)).isTrue();
    assertSame(replay, 201, expected);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void replayHasTheHeadersForItsOwnOrigin(String pair) {
    assertThat(protectedPost(pair, ORIGIN, key).statusCode()).isEqualTo(201);

    HttpResponse<String> replay = protectedPost(pair, OTHER_ORIGIN, key);
    assertThat(isReplayed(replay)).isTrue();
    assertSame(replay, 201, headersOfTwin(pair, OTHER_ORIGIN));
    assertSame(protectedPost(pair, null, key), 201, headersOfTwin(pair, null));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void refusalsHaveTheHeadersOfTheTwin(String pair) {
    Map<String, List<String>> expected = headersOfTwin(pair, ORIGIN);
    HttpResponse<String> keyless =
        send(from(ORIGIN, as("olga", request(pair + "/protected"))).POST(note("x")));
    assertSame(keyless, 400, expected);

    assertThat(protectedPost(pair, ORIGIN, key).statusCode()).isEqualTo(201);
    assertSame(protectedPost(pair, ORIGIN, "another text"), 422, expected);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void duplicateInProgressHasTheHeadersOfTheTwin(String pair) throws Exception {
    Map<String, List<String>> expected = headersOfTwin(pair, ORIGIN);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    bean(Work.class).mayEnd = mayEnd;
    bean(Work.class).begun = begun;
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> protectedPost(pair, ORIGIN, key));
    begun.await();
    HttpResponse<String> duplicate = protectedPost(pair, ORIGIN, key);
    mayEnd.countDown();
    assertSame(duplicate, 409, expected);
    assertSame(first.get(), 201, expected);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void refusalWithoutAStoreHasTheHeadersOfTheTwin(String pair) {
    Map<String, List<String>> expected = headersOfTwin(pair, ORIGIN);
    database().execute("ALTER TABLE semel.intent RENAME TO intent_elsewhere");
    try {
      assertSame(protectedPost(pair, ORIGIN, key), 500, expected);
    } finally {
      database().execute("ALTER TABLE semel.intent_elsewhere RENAME TO intent");
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void failureOfTheHandlerHasTheHeadersOfTheTwin(String pair) {
    HttpResponse<String> twin =
        send(from(ORIGIN, as("olga", request(pair + "/plain"))).POST(note("fail")));
    HttpResponse<String> failed = protectedPost(pair, ORIGIN, "fail");
    assertThat(twin.statusCode()).isEqualTo(500);
    assertSame(failed, 500, corsHeaders(twin));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void originThatIsNotAllowedIsRejectedAsByTheTwin(String pair) {
    HttpResponse<String> twin =
        send(from(STRANGER, as("olga", request(pair + "/plain"))).POST(note(key)));
    HttpResponse<String> rejected = protectedPost(pair, STRANGER, key);
    assertThat(twin.statusCode()).isEqualTo(403);
    assertSame(rejected, 403, corsHeaders(twin));
    assertThat(rejected.body()).isEqualTo(twin.body());
    assertThat(records()).isZero();
    assertThat(notes()).isZero();

    assertThat(protectedPost(pair, ORIGIN, key).statusCode()).isEqualTo(201);
    HttpResponse<String> replay = protectedPost(pair, STRANGER, key);
    assertThat(replay.statusCode()).isEqualTo(403);
    assertThat(replay.body()).isEqualTo(twin.body());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void preflightIsAnsweredAsByTheTwin(String pair) {
    for (String origin : List.of(ORIGIN, STRANGER)) {
      HttpResponse<String> twin = preflight(pair + "/plain", origin);
      assertSame(preflight(pair + "/protected", origin), twin.statusCode(), corsHeaders(twin));
    }
  }

  private HttpResponse<String> preflight(String path, String origin) {
    return send(
        from(origin, as("olga", request(path)))
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "idempotency-key")
            .method("OPTIONS", BodyPublishers.noBody()));
  }
}
