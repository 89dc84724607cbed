package dev.semel.demo.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sends requests as a client in Java would. Answers must be as the OpenAPI document says. */
final class Api {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;

  Api(int port) {
    this.port = port;
  }

  /** Posts as olga of north under a key of its own. */
  Answer post(String path, String body) {
    return post("north-olga", newKey(), path, body);
  }

  Answer post(@Nullable String token, @Nullable String key, String path, String body) {
    HttpRequest.Builder request = request(token, path);
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return send(
        request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
  }

  /** Gets as olga of north. */
  Answer get(String path) {
    return get("north-olga", path);
  }

  Answer get(@Nullable String token, String path) {
    return send(request(token, path).GET());
  }

  /** Gets a path as it is spelled, also one that the OpenAPI document does not have. */
  int statusWithoutToken(String path) {
    return sent(request(null, path).GET()).statusCode();
  }

  /** Opens a case of a complaint that nobody else has. */
  String openCase(String token) {
    String body =
        """
        {"source": "test", "complaintRef": "%s", "subject": "A complaint", "description": "Long"}
        """
            .formatted(UUID.randomUUID());
    return post(token, newKey(), "/api/cases", body).text("caseId");
  }

  static String newKey() {
    return UUID.randomUUID().toString();
  }

  private HttpRequest.Builder request(@Nullable String token, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private static Answer send(HttpRequest.Builder request) {
    HttpResponse<String> response = sent(request);
    Documented.check(response);
    return new Answer(response);
  }

  private static HttpResponse<String> sent(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
