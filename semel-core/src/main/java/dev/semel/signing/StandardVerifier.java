package dev.semel.signing;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;

/**
 * Verifies signatures of Standard Webhooks 1.0.0: versions {@code v1} (HMAC-SHA-256) and {@code
 * v1a} (Ed25519); those of other versions are skipped. One signature by one of the keys is enough,
 * so that keys can be rotated by either side. Compares in constant time.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class StandardVerifier {
  public static final int MAX_KEYS = StandardContent.MAX_KEYS;

  /** A request with more of them is refused: each costs work that an attacker does not pay for. */
  public static final int MAX_SIGNATURES = 10;

  private static final byte[] NONE = {};

  private final List<StandardKey> keys;

  private StandardVerifier(List<StandardKey> keys) {
    this.keys = keys;
  }

  /**
   * With the keys that are valid now, as the sender shows them: {@code whsec_…} or its base64 alone
   * is a shared secret, {@code whpk_…} a public key.
   *
   * @param keys 1 to {@value #MAX_KEYS}; while a key is rotated, the new and the old one
   */
  public static StandardVerifier keys(String... keys) {
    StandardContent.refuseBadNumber(keys.length);
    return new StandardVerifier(Arrays.stream(keys).map(StandardKey::parse).toList());
  }

  /** How many keys are valid. */
  public int keyCount() {
    return keys.size();
  }

  /** Whether an id can be signed: 1 to 255 printable ASCII characters without a full stop. */
  public static boolean isUsableId(String id) {
    return StandardContent.isUsableId(id);
  }

  /**
   * Whether one of the signatures was made by one of the keys over these parts.
   *
   * @param signatures the header as it came in
   */
  public boolean isSigned(String signatures, String id, String timestamp, byte[] body) {
    String[] items = signatures.strip().split(" +", MAX_SIGNATURES + 1);
    byte[][] signed = StandardContent.parts(id, timestamp, body);
    return items.length <= MAX_SIGNATURES
        && keys.stream().anyMatch(key -> isSigned(items, key, signed));
  }

  private static boolean isSigned(String[] items, StandardKey key, byte[]... signed) {
    String prefix = key.version() + ",";
    Predicate<byte[]> right = key.over(signed);
    return Arrays.stream(items)
        .filter(item -> item.startsWith(prefix))
        .map(item -> decoded(item.substring(prefix.length())))
        .anyMatch(right);
  }

  /** What is not well-formed becomes no bytes, which no signature equals. */
  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException notBase64) {
      return NONE;
    }
  }

  @Override
  public String toString() {
    return "StandardVerifier[%d keys]".formatted(keys.size());
  }
}
