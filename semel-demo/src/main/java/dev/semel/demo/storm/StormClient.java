package dev.semel.demo.storm;

import dev.semel.client.ClientIntent;
import dev.semel.client.ClientOutcome;
import dev.semel.client.RetrySettings;
import dev.semel.client.SemelClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Sends intents to the service, as somebody from outside would. Safe for use by many threads. */
final class StormClient {
  private static final String TOKEN = "storm-runner";
  private static final String TIMER = "DECISION";

  private static final RetrySettings RETRIES =
      RetrySettings.standard()
          .attempts(60)
          .within(Duration.ofMinutes(1))
          .attemptTimeout(Duration.ofSeconds(15))
          .backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

  private final SemelClient client;
  private final String address;
  private final JsonMapper json;

  /**
   * Sends to one address.
   *
   * @param address such as {@code http://127.0.0.1:8080}
   */
  StormClient(HttpClient http, String address, Counters counters, JsonMapper json) {
    this.client =
        SemelClient.builder().httpClient(http).retrying(RETRIES).listener(counters).build();
    this.address = address;
    this.json = json;
  }

  ClientIntent openCase(String key, String source, String reference) {
    return post(
        key,
        "/api/cases",
        Map.of("source", source, "complaintRef", reference, "subject", "A complaint in a storm"));
  }

  ClientIntent addNote(String key, UUID caseId, String text) {
    return post(key, "/api/cases/" + caseId + "/notes", Map.of("text", text));
  }

  ClientIntent startTimer(String key, UUID caseId) {
    return post(key, "/api/cases/" + caseId + "/timers", Map.of("type", TIMER, "dueInHours", 72));
  }

  ClientIntent stopTimer(String key, UUID caseId) {
    String path = "/api/cases/%s/timers/%s/stop".formatted(caseId, TIMER);
    return post(key, path, Map.of("reason", "it was a storm"));
  }

  private ClientIntent post(String key, String path, Map<String, ?> body) {
    return ClientIntent.post(URI.create(address + path))
        .key(key)
        .header("Authorization", "Bearer " + TOKEN)
        .header("Content-Type", "application/json")
        .body(json.writeValueAsString(body))
        .build();
  }

  ClientOutcome<String> send(ClientIntent intent) {
    return client.send(intent, BodyHandlers.ofString());
  }
}
