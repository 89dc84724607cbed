package dev.semel.bench.beside;

/** What the words that a caller was told mean to him. */
final class Told {
  /** By which transaction-outbox says that an id is there already. */
  private static final String KNOWN_ID = "AlreadyScheduledException";

  private Told() {}

  static boolean isException(String told) {
    return told.contains("Exception");
  }

  /** Whether another attempt is said to be at work, by a value or by an exception. */
  static boolean isToComeAgain(String told) {
    return told.contains("InProgress");
  }

  /** Whether a caller who heard this has no reason to call again. */
  static boolean isAnswer(String told) {
    boolean failed = isException(told) && !told.startsWith(KNOWN_ID);
    return !told.isEmpty() && !told.startsWith("nothing") && !isToComeAgain(told) && !failed;
  }

  /** Whether a caller who heard this knows that what he wants done was taken care of. */
  static boolean tellsOfEffect(String told) {
    return isAnswer(told) && !told.equals("null");
  }
}
