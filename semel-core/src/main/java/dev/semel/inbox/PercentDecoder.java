package dev.semel.inbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** One round of percent-decoding, as CloudEvents asks for in HTTP headers. */
final class PercentDecoder {
  private static final int HEX = 16;

  private PercentDecoder() {}

  static String decode(String what, String value) {
    if (value.indexOf('%') < 0) {
      return value;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] == '%') {
        bytes.write(octet(what, encoded, i + 1));
        i += 2;
      } else {
        bytes.write(encoded[i]);
      }
    }
    return Delivery.utf8(what, bytes.toByteArray());
  }

  private static int octet(String what, byte[] encoded, int at) {
    int high = at < encoded.length ? Character.digit(encoded[at], HEX) : -1;
    int low = at + 1 < encoded.length ? Character.digit(encoded[at + 1], HEX) : -1;
    if (high < 0 || low < 0) {
      throw new InvalidMessageException(what + " has a percent sign that encodes nothing");
    }
    return high * HEX + low;
  }
}
