package dev.semel.signing;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Predicate;

/**
 * A key that Standard Webhooks are verified with. Each kind looks at the signatures of its own
 * version only: a public key is known to everybody, and must never be taken for a shared secret.
 */
sealed interface StandardKey {
  String SECRET_PREFIX = "whsec_";
  String PUBLIC_PREFIX = "whpk_";
  String PRIVATE_PREFIX = "whsk_";

  /** The version that stands before a signature of this kind. */
  String version();

  /** Whether a signature is one over these parts. What can be computed once is computed here. */
  Predicate<byte[]> over(byte[]... parts);

  /** Reads a key as senders show it: {@code whsec_} or nothing, {@code whpk_}. */
  static StandardKey parse(String key) {
    if (key.startsWith(PRIVATE_PREFIX)) {
      throw new IllegalArgumentException(
          "this is a private key (%s…), which belongs to the sender alone; give its public key (%s…)"
              .formatted(PRIVATE_PREFIX, PUBLIC_PREFIX));
    }
    if (key.startsWith(PUBLIC_PREFIX)) {
      return Ed25519.of(key.substring(PUBLIC_PREFIX.length()));
    }
    String secret = key.startsWith(SECRET_PREFIX) ? key.substring(SECRET_PREFIX.length()) : key;
    return new Symmetric(HmacSecret.base64(secret));
  }

  /** HMAC-SHA-256 with a secret that sender and receiver share. */
  record Symmetric(HmacSecret secret) implements StandardKey {
    @Override
    public String version() {
      return "v1";
    }

    @Override
    public Predicate<byte[]> over(byte[]... parts) {
      return secret.sign(parts)::matches;
    }
  }

  /** Ed25519: only the sender can sign, everybody can verify. */
  record Ed25519(PublicKey key) implements StandardKey {
    private static final String ALGORITHM = "Ed25519";
    private static final int KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;

    /** What comes before the 32 bytes of such a key in the form that Java reads (RFC 8410). */
    private static final byte[] KEY_HEADER = HexFormat.of().parseHex("302a300506032b6570032100");

    static Ed25519 of(String base64) {
      try {
        byte[] raw = Base64.getDecoder().decode(base64);
        if (raw.length == KEY_BYTES) {
          X509EncodedKeySpec encoded = new X509EncodedKeySpec(joined(KEY_HEADER, raw));
          return new Ed25519(KeyFactory.getInstance(ALGORITHM).generatePublic(encoded));
        }
      } catch (IllegalArgumentException | GeneralSecurityException e) {
        throw new IllegalArgumentException(malformed(), e);
      }
      throw new IllegalArgumentException(malformed());
    }

    private static byte[] joined(byte[] first, byte[] second) {
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return both;
    }

    private static String malformed() {
      return "the public key of a webhook is not %s and %d bytes in base64; give it as the sender shows it"
          .formatted(PUBLIC_PREFIX, KEY_BYTES);
    }

    @Override
    public String version() {
      return "v1a";
    }

    @Override
    public Predicate<byte[]> over(byte[]... parts) {
      return signature -> signature.length == SIGNATURE_BYTES && verifies(signature, parts);
    }

    private boolean verifies(byte[] signature, byte[]... parts) {
      try {
        Signature verifier = Signature.getInstance(ALGORITHM);
        verifier.initVerify(key);
        for (byte[] part : parts) {
          verifier.update(part);
        }
        return verifier.verify(signature);
      } catch (SignatureException malformed) {
        return false;
      } catch (InvalidKeyException e) {
        throw new IllegalStateException("the key was checked when it was read", e);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java runtime since 15 has " + ALGORITHM, e);
      }
    }
  }
}
