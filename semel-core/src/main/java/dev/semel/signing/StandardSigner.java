package dev.semel.signing;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Signs as Standard Webhooks 1.0.0 ask for: over {@code id.timestamp.body}, with every key, so that
 * receivers can go over from one to another at their own time. Shows no key.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class StandardSigner {
  public static final int MAX_KEYS = StandardContent.MAX_KEYS;

  private static final int NEW_SECRET_BYTES = 32;

  private final List<SigningKey> keys;

  private StandardSigner(List<SigningKey> keys) {
    this.keys = keys;
  }

  /**
   * With the keys that are valid now: {@code whsec_…} or its base64 alone is a secret shared with
   * the receiver (HMAC-SHA-256, {@code v1}), {@code whsk_…} a private key (Ed25519, {@code v1a}).
   *
   * @param keys 1 to {@value #MAX_KEYS}; while a key is rotated, the new and the old one
   */
  public static StandardSigner keys(String... keys) {
    StandardContent.refuseBadNumber(keys.length);
    return new StandardSigner(Arrays.stream(keys).map(SigningKey::parse).toList());
  }

  /** A new secret, {@code whsec_} and 32 random bytes. */
  public static String newSecret() {
    byte[] bytes = new byte[NEW_SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return StandardKey.SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * The signatures of all keys, as they stand in the header.
   *
   * @param id 1 to 255 printable ASCII characters without a full stop
   * @param at of this attempt; whole seconds are signed
   */
  public String sign(String id, Instant at, byte[] body) {
    if (!StandardContent.isUsableId(id)) {
      throw new IllegalArgumentException(
          "the id of a webhook has 1 to 255 printable ASCII characters and no full stop");
    }
    byte[][] signed = StandardContent.parts(id, Long.toString(at.getEpochSecond()), body);
    return keys.stream()
        .map(key -> key.version() + "," + Base64.getEncoder().encodeToString(key.sign(signed)))
        .collect(Collectors.joining(" "));
  }

  @Override
  public String toString() {
    return "StandardSigner[%d keys]".formatted(keys.size());
  }
}
