package dev.semel.torture.role;

import dev.semel.torture.bank.Op;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Speaks to the payment provider, under a key that follows from the intent. */
final class ProviderClient {
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();
  private final String base;

  ProviderClient(String base) {
    this.base = base;
  }

  /** Pays. A repeated call is the same call. */
  void pay(Op op, String tenant, String key, long amount) throws IOException, InterruptedException {
    String path = path(op, tenant, key) + "?amount=" + amount;
    HttpResponse<String> response =
        send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build());
    if (response.statusCode() != OK) {
      throw new IOException("the provider answered " + response.statusCode());
    }
  }

  boolean hasPaid(Op op, String tenant, String key) throws IOException, InterruptedException {
    return send(request(path(op, tenant, key)).GET().build()).statusCode() == OK;
  }

  private static String path(Op op, String tenant, String key) {
    return "/%s/%s/%s".formatted(tenant, op.operation(), key);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(LIMIT);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }
}
