package dev.semel.http.webhook;

/** How many keys a sender may have at once. */
final class Keys {
  private Keys() {}

  static void refuseBadNumber(int keys, int maxKeys) {
    if (keys < 1 || keys > maxKeys) {
      throw new IllegalArgumentException(
          "%d keys for one sender of webhooks; give 1 to %d".formatted(keys, maxKeys));
    }
  }
}
