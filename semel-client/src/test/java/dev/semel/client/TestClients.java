package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Clients for tests, and the words that every test of an outcome needs. */
final class TestClients {
  /** Long enough for a busy machine, short enough to wait for it in a test. */
  static final Duration SHORT = Duration.ofSeconds(3);

  private TestClients() {}

  static SemelClient.Builder on(Timing timing) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    return SemelClient.builder().httpClient(http).timing(timing);
  }

  static ClientIntent order(URI uri) {
    return ClientIntent.post(uri).key("k-1").body("{\"item\":17}").build();
  }

  static ClientOutcome<String> send(SemelClient client, ClientIntent intent) {
    return client.send(intent, BodyHandlers.ofString());
  }

  static ClientOutcome.Answered<String> answered(ClientOutcome<String> outcome) {
    assertThat(outcome).isInstanceOf(ClientOutcome.Answered.class);
    return (ClientOutcome.Answered<String>) outcome;
  }

  static <T> ClientOutcome.Failed<T> failed(ClientOutcome<T> outcome) {
    assertThat(outcome).isInstanceOf(ClientOutcome.Failed.class);
    return (ClientOutcome.Failed<T>) outcome;
  }

  static <T> ClientOutcome.Unknown<T> unknown(ClientOutcome<T> outcome) {
    assertThat(outcome).isInstanceOf(ClientOutcome.Unknown.class);
    return (ClientOutcome.Unknown<T>) outcome;
  }
}
