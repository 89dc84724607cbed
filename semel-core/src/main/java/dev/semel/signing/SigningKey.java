package dev.semel.signing;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** A key that Standard Webhooks are signed with. */
sealed interface SigningKey {
  /** The version that stands before a signature of this kind. */
  String version();

  byte[] sign(byte[]... parts);

  /** Reads a key: {@code whsec_} or nothing, {@code whsk_}. */
  static SigningKey parse(String key) {
    if (key.startsWith(StandardKey.PUBLIC_PREFIX)) {
      throw new IllegalArgumentException(
          "this is a public key (%s…), which cannot sign; give the private one (%s…)"
              .formatted(StandardKey.PUBLIC_PREFIX, StandardKey.PRIVATE_PREFIX));
    }
    if (key.startsWith(StandardKey.PRIVATE_PREFIX)) {
      return Ed25519.of(key.substring(StandardKey.PRIVATE_PREFIX.length()));
    }
    boolean prefixed = key.startsWith(StandardKey.SECRET_PREFIX);
    String secret = prefixed ? key.substring(StandardKey.SECRET_PREFIX.length()) : key;
    return new Symmetric(HmacSecret.base64(secret));
  }

  /** HMAC-SHA-256 with a secret that sender and receiver share. */
  record Symmetric(HmacSecret secret) implements SigningKey {
    @Override
    public String version() {
      return "v1";
    }

    @Override
    public byte[] sign(byte[]... parts) {
      return secret.sign(parts).bytes();
    }
  }

  /** Ed25519: only the sender has the key. */
  final class Ed25519 implements SigningKey {
    private static final String ALGORITHM = "Ed25519";
    private static final int SEED_BYTES = 32;
    private static final int PUBLIC_BYTES = 32;

    /** What comes before the 32 bytes of such a key in the form that Java reads (RFC 8410). */
    private static final byte[] KEY_HEADER =
        HexFormat.of().parseHex("302e020100300506032b657004220420");

    private final PrivateKey key;

    private Ed25519(PrivateKey key) {
      this.key = key;
    }

    /** The seed alone, or with the public key behind it, as most tools write it. */
    static Ed25519 of(String base64) {
      byte[] raw = decoded(base64);
      if (raw.length != SEED_BYTES && raw.length != SEED_BYTES + PUBLIC_BYTES) {
        throw malformed();
      }
      Ed25519 made = new Ed25519(privateKey(Arrays.copyOf(raw, SEED_BYTES)));
      if (raw.length > SEED_BYTES) {
        made.refuseAnother(Arrays.copyOfRange(raw, SEED_BYTES, raw.length));
      }
      return made;
    }

    private static byte[] decoded(String base64) {
      try {
        return Base64.getDecoder().decode(base64);
      } catch (IllegalArgumentException e) {
        // Without the cause, whose message shows a character of the key.
        throw malformed();
      }
    }

    private static IllegalArgumentException malformed() {
      return new IllegalArgumentException(
          "the private key of a webhook is not %s and %d or %d bytes in base64; make a new one"
              .formatted(StandardKey.PRIVATE_PREFIX, SEED_BYTES, SEED_BYTES + PUBLIC_BYTES));
    }

    private static PrivateKey privateKey(byte[] seed) {
      byte[] encoded = Arrays.copyOf(KEY_HEADER, KEY_HEADER.length + SEED_BYTES);
      System.arraycopy(seed, 0, encoded, KEY_HEADER.length, SEED_BYTES);
      try {
        return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java runtime since 15 has " + ALGORITHM, e);
      }
    }

    /** Nobody could verify what is signed with one key by the public part of another. */
    private void refuseAnother(byte[] publicKey) {
      byte[] probe = {1};
      String encoded = Base64.getEncoder().encodeToString(publicKey);
      if (!StandardKey.Ed25519.of(encoded).over(probe).test(sign(probe))) {
        throw new IllegalArgumentException(
            "the private key of a webhook and the public one behind it do not belong together; make new ones");
      }
    }

    @Override
    public String version() {
      return "v1a";
    }

    @Override
    public byte[] sign(byte[]... parts) {
      try {
        Signature signer = Signature.getInstance(ALGORITHM);
        signer.initSign(key);
        for (byte[] part : parts) {
          signer.update(part);
        }
        return signer.sign();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java runtime since 15 has " + ALGORITHM, e);
      }
    }
  }
}
