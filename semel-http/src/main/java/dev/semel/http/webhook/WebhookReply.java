package dev.semel.http.webhook;

import java.util.Map;

/**
 * What to answer a sender with. Says nothing that the sender does not know. Immutable.
 *
 * <p>Only 2xx ends the sender's attempts; 3xx and 410 are never answered.
 */
public final class WebhookReply {
  private final WebhookResult result;
  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  WebhookReply(WebhookResult result, int status, Map<String, String> headers, byte[] body) {
    this.result = result;
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.body = body;
  }

  /** What became of the delivery; for you, not for the sender. */
  public WebhookResult result() {
    return result;
  }

  public int status() {
    return status;
  }

  /** By name, {@code Content-Type} among them where there is a body. */
  public Map<String, String> headers() {
    return headers;
  }

  /** A copy of the body; no bytes for a 2xx. */
  public byte[] body() {
    return body.clone();
  }

  @Override
  public String toString() {
    return "WebhookReply[%s, %d]".formatted(result, status);
  }
}
