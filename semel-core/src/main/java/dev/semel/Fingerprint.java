package dev.semel;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Tells a retry from a reuse of the key: a digest over the semantic payload of a command, together
 * with the rules by which it was computed. Two fingerprints are equal only when they were made by
 * the same rules; a stored one made by older rules is compared by those rules.
 *
 * <p>Immutable; digests are compared in constant time.
 */
public final class Fingerprint {
  public static final int MAX_SCHEME_CHARACTERS = 80;
  private static final int SHORT_DIGEST_BYTES = 6;
  private static final int MIN_DIGEST_BYTES = 32;
  private static final int MAX_DIGEST_BYTES = 64;

  private final String scheme;
  private final int schemaVersion;
  private final byte[] digest;

  private Fingerprint(String scheme, int schemaVersion, byte[] digest) {
    this.scheme = Limits.text("fingerprint scheme", scheme, MAX_SCHEME_CHARACTERS);
    this.schemaVersion = (int) Limits.atLeast("schema version", schemaVersion, 1);
    if (digest.length < MIN_DIGEST_BYTES || digest.length > MAX_DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "a fingerprint digest has %d to %d bytes, this one has %d"
              .formatted(MIN_DIGEST_BYTES, MAX_DIGEST_BYTES, digest.length));
    }
    this.digest = digest.clone();
  }

  /**
   * A fingerprint from its parts.
   *
   * @param scheme the rules by which the digest was computed, such as {@code json-1/sha-256}
   * @param schemaVersion the version of the command's schema, 1 or more
   * @param digest 32 to 64 bytes
   */
  public static Fingerprint of(String scheme, int schemaVersion, byte[] digest) {
    return new Fingerprint(scheme, schemaVersion, digest);
  }

  public String scheme() {
    return scheme;
  }

  public int schemaVersion() {
    return schemaVersion;
  }

  public byte[] digest() {
    return digest.clone();
  }

  /** Whether both were computed by the same rules and so can be compared at all. */
  public boolean sameRules(Fingerprint other) {
    return schemaVersion == other.schemaVersion && scheme.equals(other.scheme);
  }

  /** A few digits for logs. */
  public String shortDigest() {
    return HexFormat.of().formatHex(digest, 0, SHORT_DIGEST_BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that
        && sameRules(that)
        && MessageDigest.isEqual(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scheme, schemaVersion, Arrays.hashCode(digest));
  }

  @Override
  public String toString() {
    return "%s@%d:%s…".formatted(scheme, schemaVersion, shortDigest());
  }
}
