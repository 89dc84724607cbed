package dev.semel.kafka.consumer;

import dev.semel.inbox.Message;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Writes a key of any bytes as a text that a message may have, the same one every time. */
final class KeyText {
  static final int MAX_TOPIC_CHARACTERS = 200;

  private static final int DIGEST_BYTES = 16;

  private KeyText() {}

  static String of(byte[] key) {
    String text = readable(key);
    return text.length() <= Message.MAX_NAME_CHARACTERS ? text : digest(key);
  }

  private static String readable(byte[] key) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      return text.codePoints().anyMatch(Character::isISOControl) ? hex(key) : text;
    } catch (CharacterCodingException e) {
      return hex(key);
    }
  }

  private static String hex(byte[] key) {
    return "0x" + HexFormat.of().formatHex(key);
  }

  /** Keeps the beginning of a text that is too long, and tells it from others by a digest. */
  static String bounded(String text, int maxCharacters) {
    if (text.length() <= maxCharacters) {
      return text;
    }
    String digest = digest(text.getBytes(StandardCharsets.UTF_8));
    return text.substring(0, maxCharacters - digest.length() - 1) + "~" + digest;
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
