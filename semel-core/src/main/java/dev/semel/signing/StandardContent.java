package dev.semel.signing;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What is signed: {@code id.timestamp.body}. */
final class StandardContent {
  static final int MAX_KEYS = 5;

  /**
   * Without a full stop, because that is what separates the signed parts: {@code a.1} + {@code 2}
   * and {@code a} + {@code 1.2} are signed alike.
   */
  private static final Pattern ID = Pattern.compile("[!-~&&[^.]]{1,255}");

  private static final byte[] SEPARATOR = {'.'};

  private StandardContent() {}

  static boolean isUsableId(String id) {
    return ID.matcher(id).matches();
  }

  static byte[][] parts(String id, String timestamp, byte[] body) {
    return new byte[][] {bytes(id), SEPARATOR, bytes(timestamp), SEPARATOR, body};
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static void refuseBadNumber(int keys) {
    if (keys < 1 || keys > MAX_KEYS) {
      throw new IllegalArgumentException(
          "%d keys for one sender of webhooks; give 1 to %d".formatted(keys, MAX_KEYS));
    }
  }
}
