package dev.semel.webhook;

import dev.semel.relay.Sink;
import dev.semel.signing.StandardSigner;
import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;
import java.net.URI;
import java.time.Clock;

/** A sink to an endpoint, to be broken. */
final class ExploredWebhookSink extends ExploredSink {
  static final String NAME = "explored";

  private final WebhookClient client =
      WebhookClient.builder().policy(WebhookFixture.local()).build();

  @Override
  protected Sink sinkTo(BrokerPlace at) {
    URI url = URI.create("http://%s:%d%s".formatted(at.host(), at.port(), at.name()));
    WebhookEndpoint endpoint =
        WebhookEndpoint.of(NAME, url, StandardSigner.keys(WebhookFixture.SECRET));
    return new WebhookSink(
        endpoint, WebhookSettings.standard(), client, Clock.systemUTC(), reason -> {});
  }
}
