package dev.semel.http.webhook.guide;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.http.webhook.WebhookMessage;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What the guide's messages are about: invoices, and the fees of cases they are for. */
final class Fees {
  private Fees() {}

  // snippet: webhook-handler
  static void apply(JdbcEffect effect, WebhookMessage message) throws SQLException {
    if (!"invoice.paid".equals(message.type())) {
      return; // of no interest here, and that is final
    }
    try (PreparedStatement update =
        effect
            .connection()
            .prepareStatement(
                """
                UPDATE fee SET paid = true
                WHERE invoice = (?::jsonb -> 'data' ->> 'invoice')::bigint
                """)) {
      update.setString(1, message.text());
      if (update.executeUpdate() == 0) {
        throw effect.reject("UNKNOWN_INVOICE", "no fee has this invoice");
      }
    }
    effect.audit("FEE_PAID", message.id(), null);
    effect.publish(Event.of("fee", message.id(), "FeePaid", message.text()));
  }
  // end snippet
}
