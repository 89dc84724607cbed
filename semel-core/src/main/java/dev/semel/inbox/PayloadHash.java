package dev.semel.inbox;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Tells a redelivery from another message under the same id: SHA-256 over the payload, or a digest
 * of the caller's own where equal messages may differ in their bytes. Immutable.
 */
public final class PayloadHash {
  public static final int BYTES = 32;
  private static final int SHORT_BYTES = 6;
  private static final byte[] NO_PAYLOAD = "no payload".getBytes(StandardCharsets.US_ASCII);

  private final byte[] digest;

  private PayloadHash(byte[] digest) {
    this.digest = digest;
  }

  /** Over the bytes as they are; null, a tombstone, has a hash of its own. */
  public static PayloadHash of(byte @Nullable [] payload) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return new PayloadHash(sha256.digest(payload == null ? NO_PAYLOAD : payload));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** A digest that was computed elsewhere. */
  public static PayloadHash ofDigest(byte[] digest) {
    if (digest.length != BYTES) {
      throw new IllegalArgumentException(
          "a payload hash has %d bytes, this one has %d".formatted(BYTES, digest.length));
    }
    return new PayloadHash(digest.clone());
  }

  public byte[] digest() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PayloadHash that && MessageDigest.isEqual(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** A few digits for logs. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest, 0, SHORT_BYTES) + "…";
  }
}
