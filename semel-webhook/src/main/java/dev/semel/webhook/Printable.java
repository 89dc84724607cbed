package dev.semel.webhook;

/** Text of others, for operators to read. */
final class Printable {
  private static final int REPEATED_CHARACTERS = 24;

  private Printable() {}

  /** The first characters, on one line. */
  static String start(String text, int maxCharacters) {
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() > maxCharacters ? line.substring(0, maxCharacters) : line;
  }

  /** Whether an answer sends a payload back, or the beginning of it. */
  static boolean repeats(String answer, String payload) {
    String beginning = payload.substring(0, Math.min(REPEATED_CHARACTERS, payload.length()));
    return beginning.length() > 2 && answer.contains(beginning);
  }
}
