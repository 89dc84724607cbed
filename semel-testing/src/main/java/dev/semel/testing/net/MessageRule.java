package dev.semel.testing.net;

/**
 * A fault that a message sets off.
 *
 * @param text what the message contains
 * @param action what happens
 * @param fault counts how often it did
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the text is matched against bytes.
record MessageRule(byte[] text, Action action, Fault fault) {

  enum Action {
    CUT_BEFORE,
    LOSE_REPLY
  }

  /** Tells whether the bytes contain the text. */
  boolean isIn(byte[] bytes) {
    for (int start = 0; start <= bytes.length - text.length; start++) {
      if (startsAt(bytes, start)) {
        return true;
      }
    }
    return false;
  }

  private boolean startsAt(byte[] bytes, int start) {
    for (int i = 0; i < text.length; i++) {
      if (bytes[start + i] != text[i]) {
        return false;
      }
    }
    return true;
  }
}
