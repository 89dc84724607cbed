package dev.semel.webhook;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code webhook-id}: made of the event and the endpoint and of nothing else, so it is
 * the same at every attempt, after every crash, and when an operator sends an event again.
 */
final class WebhookId {
  private static final int ENDPOINT_BYTES = 4;
  private static final Pattern FORM = Pattern.compile("msg_([0-9a-f]{32})_([0-9a-f]{8})");

  private WebhookId() {}

  static String of(UUID event, String endpoint) {
    return "msg_%s_%s".formatted(event.toString().replace("-", ""), digest(endpoint));
  }

  /**
   * The event of an id.
   *
   * @throws IllegalArgumentException if it is not the id of a webhook to this endpoint
   */
  static UUID eventOf(String webhookId, String endpoint) {
    Matcher matcher = FORM.matcher(webhookId);
    if (!matcher.matches() || !matcher.group(2).equals(digest(endpoint))) {
      throw new IllegalArgumentException(
          "this is not the id of a webhook to endpoint %s; give its header webhook-id, or the event's id as a UUID"
              .formatted(endpoint));
    }
    String digits = matcher.group(1);
    return new UUID(
        Long.parseUnsignedLong(digits.substring(0, 16), 16),
        Long.parseUnsignedLong(digits.substring(16), 16));
  }

  private static String digest(String endpoint) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(endpoint.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, ENDPOINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
