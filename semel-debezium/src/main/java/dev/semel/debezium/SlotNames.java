package dev.semel.debezium;

import java.util.Locale;

/** Names for slots: lower-case letters, digits and underscores, no more than 63. */
final class SlotNames {
  private static final String PREFIX = "semel_";
  private static final int MAX_CHARACTERS = 63;

  private SlotNames() {}

  /** After a relay. Names that would come to the same get their hash behind them. */
  static String of(String relay) {
    String plain = PREFIX + relay.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    boolean exact = plain.equals(PREFIX + relay) && plain.length() <= MAX_CHARACTERS;
    if (exact) {
      return plain;
    }
    String hash = "_%08x".formatted(relay.hashCode());
    int room = MAX_CHARACTERS - hash.length();
    return plain.substring(0, Math.min(plain.length(), room)) + hash;
  }
}
