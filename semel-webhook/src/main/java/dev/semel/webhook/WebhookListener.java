package dev.semel.webhook;

/**
 * Hears what becomes of endpoints. Must be quick, must not throw, and must be safe for several
 * threads; what it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface WebhookListener {
  void onChange(WebhookChange change);
}
