package dev.semel.http.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message whose signature was verified. It has only what was signed, and no other header of the
 * request: those anybody could have changed. Immutable and safe for use by several threads.
 */
public final class WebhookMessage {
  private static final String TYPE = "type";

  private final String source;
  private final String id;
  private final @Nullable Instant timestamp;
  private final byte[] body;

  WebhookMessage(String source, String id, @Nullable Instant timestamp, byte[] body) {
    this.source = source;
    this.id = id;
    this.timestamp = timestamp;
    this.body = body;
  }

  /** Who sends, as the receiver calls it. */
  public String source() {
    return source;
  }

  /** The sender's id of the message, the same on every retry. */
  public String id() {
    return id;
  }

  /** When this attempt was signed, so another time on every retry; null if the scheme has none. */
  public @Nullable Instant timestamp() {
    return timestamp;
  }

  /** What happened: the text {@code type} of a body that is a JSON object; null otherwise. */
  public @Nullable String type() {
    return JsonMember.text(body, TYPE);
  }

  /** A copy of the bytes that were signed, so that a handler that is run again finds the same. */
  public byte[] body() {
    return body.clone();
  }

  /** The body as UTF-8 text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body itself, for those who do not change it. */
  byte[] signedBytes() {
    return body;
  }

  /** Says how much there is, never what it is. */
  @Override
  public String toString() {
    return "WebhookMessage[from %s, %d bytes]".formatted(source, body.length);
  }
}
