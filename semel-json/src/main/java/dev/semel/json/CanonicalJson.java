package dev.semel.json;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/**
 * The one spelling of a JSON document that fingerprints are made of. Two documents have the same
 * canonical form if and only if they hold the same values: the order of members, white space,
 * escapes and the spelling of numbers do not count; everything else does. Numbers are exact
 * decimals and are never rounded. The form is JSON itself and its own canonical form.
 *
 * <p>It is fixed: it will not change under the rules named {@code json-1}. Time grows as sorting
 * does, memory with the size of the document.
 *
 * <p>Safe for use by several threads.
 */
public final class CanonicalJson {
  public static final int MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

  /** How deep arrays and objects can be nested. */
  public static final int MAX_NESTING_LEVELS = 512;

  /** From the first digit of a number that is not zero to the last one. */
  public static final int MAX_SIGNIFICANT_DIGITS = 1000;

  /** Of a number in canonical form, on either side of zero. */
  public static final int MAX_EXPONENT = 10_000;

  private CanonicalJson() {}

  /**
   * The canonical form of a document.
   *
   * @param json UTF-8
   * @throws NotCanonicalJsonException if it has none
   */
  public static byte[] bytes(byte[] json) {
    return bytes(json, Selection.all());
  }

  static byte[] bytes(byte[] json, Selection selection) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(json.length);
    selection.write(json, bytes::write);
    return bytes.toByteArray();
  }

  /**
   * The SHA-256 digest of the canonical form, without building the form in one piece.
   *
   * @param json UTF-8
   * @throws NotCanonicalJsonException if it has none
   */
  public static byte[] sha256(byte[] json) {
    return sha256(json, Selection.all());
  }

  static byte[] sha256(byte[] json, Selection selection) {
    MessageDigest digest = newSha256();
    selection.write(json, digest::update);
    return digest.digest();
  }

  static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
