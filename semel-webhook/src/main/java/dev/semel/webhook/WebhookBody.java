package dev.semel.webhook;

import dev.semel.relay.RelayedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Writes the body of a webhook. */
final class WebhookBody {
  private static final char FIRST_PRINTABLE = ' ';

  private final StringBuilder json = new StringBuilder("{");

  private WebhookBody() {}

  static byte[] of(RelayedEvent event, WebhookEndpoint endpoint) {
    String text =
        switch (endpoint.form()) {
          case STANDARD -> standard(event);
          case RAW -> Objects.requireNonNullElse(event.payload(), "");
          case CLOUD_EVENTS -> cloudEvent(event, endpoint.source());
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String standard(RelayedEvent event) {
    return new WebhookBody()
        .text("type", event.type())
        .text("timestamp", event.recordedAt().toString())
        .raw("data", Objects.requireNonNullElse(event.payload(), "null"))
        .end();
  }

  private static String cloudEvent(RelayedEvent event, String source) {
    WebhookBody body =
        new WebhookBody()
            .text("specversion", "1.0")
            .text("id", event.id().toString())
            .text("source", source)
            .text("type", event.type())
            .text("subject", event.aggregateId())
            .text("time", event.recordedAt().toString())
            .text("aggregatetype", event.aggregateType())
            .text("tenant", event.tenant());
    if (event.aggregateVersion() != null) {
      // As text: the format's integers end at 32 bits.
      body.text("aggregateversion", event.aggregateVersion().toString());
    }
    if (event.payload() != null) {
      body.text("datacontenttype", "application/json").raw("data", event.payload());
    }
    return body.end();
  }

  private WebhookBody text(String name, String value) {
    return raw(name, quoted(value));
  }

  private WebhookBody raw(String name, String value) {
    json.append(json.length() > 1 ? "," : "").append(quoted(name)).append(':').append(value);
    return this;
  }

  private String end() {
    return json.append('}').toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < FIRST_PRINTABLE) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
