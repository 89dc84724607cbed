package dev.semel.client;

import java.util.UUID;

/** What a key may look like, and what it looks like on the wire. */
final class Keys {
  static final int MAX_CHARACTERS = 255;
  private static final String NOT_IN_BARE_FORM = " ,;\"";

  private Keys() {}

  /** A random UUID (version 4) from the platform's secure source. */
  static String generate() {
    return UUID.randomUUID().toString();
  }

  /** Refuses what no server accepts. Never repeats the key, which may be secret. */
  static String checked(String key) {
    if (key.isEmpty() || key.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "the key has %d characters; give 1 to %d".formatted(key.length(), MAX_CHARACTERS));
    }
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) < 0x20 || key.charAt(i) > 0x7e) {
        throw new IllegalArgumentException(
            "the key has the character U+%04X at position %d; use printable ASCII"
                .formatted((int) key.charAt(i), i));
      }
    }
    return key;
  }

  static String headerValue(String key, KeyForm form) {
    return form == KeyForm.QUOTED ? quoted(key) : bare(key);
  }

  private static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String bare(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (NOT_IN_BARE_FORM.indexOf(key.charAt(i)) >= 0) {
        throw new IllegalArgumentException(
            "the key has the character U+%04X at position %d, which the bare form cannot carry; use KeyForm.QUOTED or another key"
                .formatted((int) key.charAt(i), i));
      }
    }
    return key;
  }
}
