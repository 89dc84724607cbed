package dev.semel.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses that begin with the same bits, such as {@code 10.0.0.0/8}. */
record AddressRange(InetAddress start, int prefixBits) {
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  static AddressRange parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == 2 && LITERAL.matcher(parts[0]).matches()) {
        // Never a name, so nobody is asked.
        InetAddress start = InetAddress.getByName(parts[0]);
        int bits = Integer.parseInt(parts[1]);
        if (bits >= 0 && bits <= start.getAddress().length * Byte.SIZE) {
          return new AddressRange(start, bits);
        }
      }
    } catch (UnknownHostException | NumberFormatException e) {
      throw new IllegalArgumentException(malformed(text), e);
    }
    throw new IllegalArgumentException(malformed(text));
  }

  private static String malformed(String text) {
    return "'%s' is no range of addresses; give one such as 10.1.0.0/16 or fd00:1::/32"
        .formatted(text);
  }

  boolean contains(InetAddress address) {
    byte[] wanted = start.getAddress();
    byte[] bytes = address.getAddress();
    if (bytes.length != wanted.length) {
      return false;
    }
    for (int bit = 0; bit < prefixBits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((bytes[bit / Byte.SIZE] ^ wanted[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
