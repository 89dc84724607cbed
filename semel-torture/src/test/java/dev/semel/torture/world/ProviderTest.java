package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderTest {
  private final Provider provider = Provider.start();
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    provider.close();
  }

  private int pay(long amount) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:%d/acme/payout/k-4?amount=%d".formatted(provider.port(), amount));
    return http.send(
            HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void aRepeatedCallIsTheSameCall() throws IOException, InterruptedException {
    assertThat(pay(10)).isEqualTo(200);
    assertThat(pay(10)).isEqualTo(200);

    assertThat(provider.payments().paid()).containsOnlyKeys("acme/payout/k-4").containsValue(10L);
    assertThat(provider.payments().asked()).containsEntry("acme/payout/k-4", 2L);
    assertThat(provider.payments().conflicts()).isEmpty();
    assertThat(provider.payments().askedInTheEnd()).isEmpty();
  }

  @Test
  void anotherAmountUnderTheSameKeyIsRemembered() throws IOException, InterruptedException {
    pay(10);

    assertThat(pay(11)).isEqualTo(409);
    assertThat(provider.payments().paid()).containsValue(10L);
    assertThat(provider.payments().conflicts())
        .containsExactly("acme/payout/k-4 was paid with 10, and asked for again with 11");
  }

  @Test
  void aCallThatComesInTheEndIsRemembered() throws IOException, InterruptedException {
    pay(10);
    provider.noteCallsFromNowOn();
    pay(10);

    assertThat(provider.payments().askedInTheEnd()).containsExactly("acme/payout/k-4");
  }
}
