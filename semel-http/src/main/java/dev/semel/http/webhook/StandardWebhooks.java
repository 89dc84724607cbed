package dev.semel.http.webhook;

import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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
  public static final int MAX_KEYS = 5;

  /** A request with more of them is refused: each costs work that an attacker does not pay for. */
  public static final int MAX_SIGNATURES = 10;

  /**
   * Without a full stop, because that is what separates the signed parts: {@code a.1} + {@code 2}
   * and {@code a} + {@code 1.2} are signed alike.
   */
  private static final Pattern ID = Pattern.compile("[!-~&&[^.]]{1,255}");

  private static final byte[] SEPARATOR = Bytes.ofText(".");

  private final List<StandardKey> keys;
  private final HeaderNames names;

  /** What the three headers are called. */
  private record HeaderNames(String id, String timestamp, String signature) {}

  private StandardWebhooks(List<StandardKey> keys, HeaderNames names) {
    this.keys = keys;
    this.names = names;
  }

  /**
   * With the keys that are valid now, as the sender shows them: {@code whsec_…} or its base64 alone
   * is a shared secret, {@code whpk_…} a public key.
   *
   * @param keys 1 to {@value #MAX_KEYS}; while a key is rotated, the new and the old one
   */
  public static StandardWebhooks keys(String... keys) {
    Keys.refuseBadNumber(keys.length, MAX_KEYS);
    List<StandardKey> parsed = Arrays.stream(keys).map(StandardKey::parse).toList();
    return new StandardWebhooks(parsed, named("webhook-"));
  }

  /** For senders who call the headers otherwise, such as {@code svix-id} and so on. */
  public StandardWebhooks headersFrom(String prefix) {
    return new StandardWebhooks(keys, named(prefix));
  }

  /** As {@link #headersFrom}, where the names have nothing in common. */
  public StandardWebhooks headers(String id, String timestamp, String signature) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(signature, "signature");
    return new StandardWebhooks(keys, new HeaderNames(id, timestamp, signature));
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
    if (!ID.matcher(id).matches()) {
      return new Refused(Refusal.ID_UNUSABLE);
    }
    Instant signedAt = UnixSeconds.parse(timestamp);
    if (signedAt == null) {
      return new Refused(Refusal.TIMESTAMP_MALFORMED);
    }
    byte[][] signed = {
      Bytes.ofText(id), SEPARATOR, Bytes.ofText(timestamp), SEPARATOR, request.body()
    };
    return isSigned(signatures, signed)
        ? new Verified(id, signedAt)
        : new Refused(Refusal.SIGNATURE_WRONG);
  }

  private boolean isSigned(String header, byte[]... signed) {
    String[] signatures = header.strip().split(" +", MAX_SIGNATURES + 1);
    if (signatures.length > MAX_SIGNATURES) {
      return false;
    }
    return keys.stream().anyMatch(key -> isSigned(signatures, key, signed));
  }

  private static boolean isSigned(String[] signatures, StandardKey key, byte[]... signed) {
    String prefix = key.version() + ",";
    Predicate<byte[]> right = key.over(signed);
    return Arrays.stream(signatures)
        .filter(signature -> signature.startsWith(prefix))
        .map(signature -> Bytes.ofBase64(signature.substring(prefix.length())))
        .anyMatch(right);
  }

  @Override
  public String toString() {
    return "StandardWebhooks[%d keys]".formatted(keys.size());
  }
}
