package dev.semel.http.webhook;

import dev.semel.signing.HmacSecret;

/**
 * How one kind of sender signs what it sends. {@link StandardWebhooks} and {@link TimestampedHmac}
 * are two; implement this for another.
 *
 * <p><b>Guarantee.</b> {@link Verification.Verified} means that whoever sent the request has the
 * sender's key, and that the body, and the timestamp if one is returned, are what was signed. Over
 * the body as it came, byte for byte, and compared in constant time: {@link HmacSecret} does so.
 * <b>Threads.</b> Safe for use by several threads.
 */
@FunctionalInterface
public interface SignatureScheme {
  /**
   * Looks at the signature of a request. Must not throw for anything the sender may have written,
   * and must not look at the clock: the receiver does, for every scheme.
   */
  Verification verify(WebhookRequest request);
}
