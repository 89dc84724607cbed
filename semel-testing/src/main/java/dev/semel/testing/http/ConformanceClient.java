package dev.semel.testing.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sends each request exactly once, with the key headers of a check. */
final class ConformanceClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Sends a request with these values of the key header, each in a header line of its own. */
  HttpResponse<byte[]> send(SampleRequest request, String keyHeader, List<String> keys) {
    try {
      return client.send(built(request, keyHeader, keys), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError("the server broke the connection of a request: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the server was checked", e);
    }
  }

  CompletableFuture<HttpResponse<byte[]>> sendAsync(
      SampleRequest request, String keyHeader, String key) {
    return client.sendAsync(built(request, keyHeader, List.of(key)), BodyHandlers.ofByteArray());
  }

  private static HttpRequest built(SampleRequest request, String keyHeader, List<String> keys) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request.uri())
            .timeout(TIMEOUT)
            .method(
                request.method(),
                request.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(request.body()));
    request.headers().forEach(builder::header);
    keys.forEach(key -> builder.header(keyHeader, key));
    return builder.build();
  }
}
