package dev.semel.http.guide;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

// snippet: endpoint-calls
/** A client that sends what it is told, and nothing twice by itself. */
record Calls(URI service, String user) {
  static final HttpClient CLIENT = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  HttpRequest request(String path, String key, String json) {
    return HttpRequest.newBuilder(service.resolve(path))
        .header("Authorization", "Bearer " + user)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", key)
        .POST(BodyPublishers.ofString(json))
        .build();
  }

  HttpResponse<String> post(String path, String key, String json)
      throws IOException, InterruptedException {
    return CLIENT.send(request(path, key, json), BodyHandlers.ofString());
  }
}
// end snippet
