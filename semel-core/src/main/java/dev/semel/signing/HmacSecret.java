package dev.semel.signing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that a sender and a receiver of webhooks share, and HMAC-SHA-256 with it. Never shown by
 * {@link #toString}.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class HmacSecret {
  /** Shorter secrets can be guessed, and with them every signature. */
  public static final int MIN_BYTES = 16;

  public static final int MAX_BYTES = 1_024;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private HmacSecret(byte[] bytes) {
    if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the secret of a webhook has %d bytes; give %d to %d, as the sender shows it"
              .formatted(bytes.length, MIN_BYTES, MAX_BYTES));
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** The secret is the text itself, as UTF-8. */
  public static HmacSecret text(String secret) {
    if (!secret.equals(secret.strip())) {
      throw new IllegalArgumentException(
          "the secret of a webhook begins or ends with white space; remove it");
    }
    return new HmacSecret(secret.getBytes(StandardCharsets.UTF_8));
  }

  /** The secret is written in base64. */
  public static HmacSecret base64(String secret) {
    return new HmacSecret(decoded(secret));
  }

  private static byte[] decoded(String secret) {
    try {
      return Base64.getDecoder().decode(secret);
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message shows a character of the secret.
      throw new IllegalArgumentException(
          "the secret of a webhook is not base64; give it as the sender shows it");
    }
  }

  /** The signature over the parts, one behind the other. */
  public Signature sign(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return new Signature(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "HmacSecret";
  }

  /** What a right signature would be. To be compared, never shown. */
  public static final class Signature {
    private final byte[] bytes;

    private Signature(byte[] bytes) {
      this.bytes = bytes;
    }

    /** For whoever sends it. */
    byte[] bytes() {
      return bytes.clone();
    }

    /** Whether what came in is this signature. Takes the same time wherever the two differ. */
    public boolean matches(byte[] received) {
      return MessageDigest.isEqual(bytes, received);
    }

    @Override
    public String toString() {
      return "Signature";
    }
  }
}
