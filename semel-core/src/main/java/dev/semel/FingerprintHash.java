package dev.semel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The hash under a fingerprint: SHA-256, or HMAC-SHA-256 with a secret, so that a low-entropy
 * payload cannot be guessed from a dump of the store. Parts are length-prefixed, so that ("a",
 * "bc") and ("ab", "c") differ.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class FingerprintHash {
  private static final int MIN_SECRET_BYTES = 16;
  private static final int MAX_KEY_ID_CHARACTERS = 20;

  private final String name;
  private final byte[] secret;

  private FingerprintHash(String name, byte[] secret) {
    this.name = name;
    this.secret = secret;
  }

  public static FingerprintHash sha256() {
    return new FingerprintHash("sha-256", new byte[0]);
  }

  /**
   * A hash that nobody without the secret can compute.
   *
   * @param keyId names the secret in stored fingerprints, so that it can be rotated
   * @param secret at least 16 bytes; losing it makes every retry of stored intents a mismatch
   */
  public static FingerprintHash hmacSha256(String keyId, byte[] secret) {
    Limits.text("key id", keyId, MAX_KEY_ID_CHARACTERS);
    Limits.atLeast("number of secret bytes", secret.length, MIN_SECRET_BYTES);
    return new FingerprintHash("hmac-sha-256/" + keyId, secret.clone());
  }

  /** As it stands in stored fingerprints. */
  public String name() {
    return name;
  }

  /** The fingerprint over rules, operation, schema version and parts, in this order. */
  public Fingerprint fingerprint(
      String rules, String operation, int schemaVersion, List<byte[]> parts) {
    byte[] digest =
        secret.length == 0
            ? plain(rules, operation, schemaVersion, parts)
            : keyed(rules, operation, schemaVersion, parts);
    return Fingerprint.of(rules + "/" + name, schemaVersion, digest);
  }

  private static byte[] plain(
      String rules, String operation, int schemaVersion, List<byte[]> parts) {
    MessageDigest digest = newSha256();
    feed(digest::update, rules, operation, schemaVersion, parts);
    return digest.digest();
  }

  private byte[] keyed(String rules, String operation, int schemaVersion, List<byte[]> parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      feed(mac::update, rules, operation, schemaVersion, parts);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }

  private static void feed(
      Consumer<byte[]> sink,
      String rules,
      String operation,
      int schemaVersion,
      List<byte[]> parts) {
    part(sink, rules.getBytes(StandardCharsets.UTF_8));
    part(sink, operation.getBytes(StandardCharsets.UTF_8));
    part(sink, ByteBuffer.allocate(Integer.BYTES).putInt(schemaVersion).array());
    parts.forEach(bytes -> part(sink, bytes));
  }

  private static void part(Consumer<byte[]> sink, byte[] bytes) {
    sink.accept(ByteBuffer.allocate(Long.BYTES).putLong(bytes.length).array());
    sink.accept(bytes);
  }

  static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
