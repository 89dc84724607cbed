package dev.semel.demo.notices;

import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.http.webhook.Sender;
import dev.semel.http.webhook.StandardWebhooks;
import dev.semel.http.webhook.WebhookDelivery;
import dev.semel.http.webhook.WebhookMessage;
import dev.semel.http.webhook.WebhookReceiver;
import dev.semel.http.webhook.WebhookResult;
import dev.semel.http.webhook.WebhookServlet;
import dev.semel.jdbc.NamedSql;
import dev.semel.signing.StandardSigner;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The party that sends notices, outside of casework if this were no demo. It knows nothing but
 * webhooks: it looks at their signature, and applies each of them once, however often it comes.
 */
@Component
class Post extends ServletRegistrationBean<WebhookServlet> {
  static final String PATH = "/hooks/notices";

  private static final NamedSql SEND = NamedSql.of(PostSql.SEND);

  private final JsonMapper json;
  private final String secret = StandardSigner.newSecret();
  private final AtomicLong duplicates = new AtomicLong();

  Post(Semel semel, JsonMapper json) {
    this.json = json;
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "casework")
            .sender(Sender.forTenants(this::tenantOf, StandardWebhooks.keys(secret)))
            .handler(this::send)
            .listener(this::count)
            .build();
    setServlet(new WebhookServlet(receiver));
    addUrlMappings(PATH);
  }

  /** What both sides share; made anew at each start, as both sides start together. */
  String secret() {
    return secret;
  }

  /** Webhooks that came again, since the start. */
  long duplicates() {
    return duplicates.get();
  }

  private void count(WebhookDelivery delivery) {
    if (delivery.result() == WebhookResult.DUPLICATE) {
      duplicates.incrementAndGet();
    }
  }

  private @Nullable String tenantOf(WebhookMessage message) {
    JsonNode tenant = data(message).path("tenant");
    return tenant.isString() ? tenant.stringValue() : null;
  }

  private void send(JdbcEffect effect, WebhookMessage message) throws SQLException {
    JsonNode notice = data(message);
    try (NamedSql.Bound bound = SEND.prepare(effect.connection())) {
      for (String member : SEND.parameters()) {
        bound.setString(member, notice.path(member).asString());
      }
      bound.statement().executeUpdate();
    }
    effect.audit("SEND_NOTICE", notice.path("noticeId").asString(), null);
  }

  private JsonNode data(WebhookMessage message) {
    return json.readTree(message.text()).path("data");
  }
}
