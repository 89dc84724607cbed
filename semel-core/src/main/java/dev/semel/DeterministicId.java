package dev.semel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.UUID;

/**
 * Ids that follow from a business key: the same key gives the same id on every node, at every time.
 * Good where two callers must arrive at the same id without asking each other. The price: whoever
 * knows the parts knows the id, and the parts can never change.
 */
public final class DeterministicId {
  private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
  private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  private DeterministicId() {}

  /**
   * From parts that are kept apart: ("a", "bc") and ("ab", "c") differ. SHA-256, UUID version 8.
   */
  public static UUID of(String... parts) {
    if (parts.length == 0) {
      throw new IllegalArgumentException("a deterministic id needs at least one part");
    }
    MessageDigest digest = FingerprintHash.newSha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return uuid(digest.digest(), 8);
  }

  /** The name-based UUID of RFC 9562 (version 5), as other languages compute it. */
  public static UUID version5(UUID namespace, String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(
          ByteBuffer.allocate(2 * Long.BYTES)
              .putLong(namespace.getMostSignificantBits())
              .putLong(namespace.getLeastSignificantBits())
              .array());
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      return uuid(digest.digest(), 5);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-1", e);
    }
  }

  private static UUID uuid(byte[] digest, long version) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    long high = (bytes.getLong() & VERSION_MASK) | (version << 12);
    long low = (bytes.getLong() & VARIANT_MASK) | VARIANT_RFC;
    return new UUID(high, low);
  }
}
