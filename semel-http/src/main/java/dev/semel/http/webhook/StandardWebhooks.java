package dev.semel.http.webhook;

import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import dev.semel.signing.StandardVerifier;
import java.time.Instant;
import java.util.Objects;

/**
 * The scheme of Standard Webhooks 1.0.0: the headers {@code webhook-id}, {@code webhook-timestamp}
 * and {@code webhook-signature}, where the signature is over {@code id.timestamp.body}. Versions
 * {@code v1} (HMAC-SHA-256) and {@code v1a} (Ed25519); signatures of other versions are skipped.
 * One signature by one of the keys is enough, so that keys can be rotated by either side.
 *
 * <pre>{@code
 * SignatureScheme scheme = StandardWebhooks.keys("whsec_…new", "whsec_…old").headersFrom("svix-");
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class StandardWebhooks implements SignatureScheme {
  public static final int MAX_KEYS = StandardVerifier.MAX_KEYS;

  /** A request with more of them is refused: each costs work that an attacker does not pay for. */
  public static final int MAX_SIGNATURES = StandardVerifier.MAX_SIGNATURES;

  private final StandardVerifier verifier;
  private final HeaderNames names;

  /** What the three headers are called. */
  private record HeaderNames(String id, String timestamp, String signature) {}

  private StandardWebhooks(StandardVerifier verifier, HeaderNames names) {
    this.verifier = verifier;
    this.names = names;
  }

  /**
   * With the keys that are valid now, as the sender shows them: {@code whsec_…} or its base64 alone
   * is a shared secret, {@code whpk_…} a public key.
   *
   * @param keys 1 to {@value #MAX_KEYS}; while a key is rotated, the new and the old one
   */
  public static StandardWebhooks keys(String... keys) {
    return new StandardWebhooks(StandardVerifier.keys(keys), named("webhook-"));
  }

  /** For senders who call the headers otherwise, such as {@code svix-id} and so on. */
  public StandardWebhooks headersFrom(String prefix) {
    return new StandardWebhooks(verifier, named(prefix));
  }

  /** As {@link #headersFrom}, where the names have nothing in common. */
  public StandardWebhooks headers(String id, String timestamp, String signature) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(signature, "signature");
    return new StandardWebhooks(verifier, new HeaderNames(id, timestamp, signature));
  }

  private static HeaderNames named(String prefix) {
    return new HeaderNames(prefix + "id", prefix + "timestamp", prefix + "signature");
  }

  @Override
  public Verification verify(WebhookRequest request) {
    String id = request.header(names.id());
    String timestamp = request.header(names.timestamp());
    String signatures = request.header(names.signature());
    if (id == null || timestamp == null || signatures == null) {
      return new Refused(Refusal.HEADER_MISSING);
    }
    if (!StandardVerifier.isUsableId(id)) {
      return new Refused(Refusal.ID_UNUSABLE);
    }
    Instant signedAt = UnixSeconds.parse(timestamp);
    if (signedAt == null) {
      return new Refused(Refusal.TIMESTAMP_MALFORMED);
    }
    return verifier.isSigned(signatures, id, timestamp, request.body())
        ? new Verified(id, signedAt)
        : new Refused(Refusal.SIGNATURE_WRONG);
  }

  @Override
  public String toString() {
    return "StandardWebhooks[%d keys]".formatted(verifier.keyCount());
  }
}
