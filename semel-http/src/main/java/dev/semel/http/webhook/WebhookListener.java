package dev.semel.http.webhook;

/**
 * Hears of every delivery, on its thread, before it is answered. Must be quick, must not throw, and
 * must be safe for several threads; what it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface WebhookListener {
  void onDelivery(WebhookDelivery delivery);
}
