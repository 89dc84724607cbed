package dev.semel.http.internal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code application/x-www-form-urlencoded} as the WHATWG URL standard does, up to the bytes:
 * fields are parted by {@code &}, empty ones do not count, a field without {@code =} has an empty
 * value, {@code +} is a space, and a percent sign that two hex digits do not follow is just that.
 */
final class UrlEncoded {
  private UrlEncoded() {}

  /** A field, decoded to {@link Octets}. */
  record Field(String name, String value) {}

  /**
   * The fields in their order.
   *
   * @param maxFields where to stop; the answer has one more if there are more
   */
  static List<Field> parse(byte[] text, int maxFields) {
    List<Field> fields = new ArrayList<>();
    int from = 0;
    while (from < text.length && fields.size() <= maxFields) {
      int end = indexOf(text, '&', from, text.length);
      if (end > from) {
        fields.add(field(text, from, end));
      }
      from = end + 1;
    }
    return fields;
  }

  private static Field field(byte[] text, int from, int end) {
    int equals = indexOf(text, '=', from, end);
    String name = decode(text, from, equals);
    return new Field(name, decode(text, Math.min(equals + 1, end), end));
  }

  /** Where it stands; the end if it does not. */
  private static int indexOf(byte[] text, char wanted, int from, int end) {
    int position = from;
    while (position < end && text[position] != wanted) {
      position++;
    }
    return position;
  }

  /** One part of a field without its encoding. */
  static String decode(byte[] text) {
    return decode(text, 0, text.length);
  }

  private static String decode(byte[] text, int from, int end) {
    if (isPlain(text, from, end)) {
      return Octets.of(text, from, end);
    }
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(end - from);
    int position = from;
    while (position < end) {
      int octet = Percent.octetAt(text, position, end);
      decoded.write(octet >= 0 ? octet : plain(text[position]));
      position += octet >= 0 ? Percent.ENCODED_BYTES : 1;
    }
    return decoded.toString(StandardCharsets.ISO_8859_1);
  }

  private static boolean isPlain(byte[] text, int from, int end) {
    for (int i = from; i < end; i++) {
      if (text[i] == '%' || text[i] == '+') {
        return false;
      }
    }
    return true;
  }

  private static int plain(byte character) {
    return character == '+' ? ' ' : character;
  }
}
