package dev.semel.testing.crash;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One step of the handler: a request to the database, or what it tells of itself.
 *
 * @param number from 1, in the order of a run in which nothing goes wrong
 * @param text the statements that are sent together, separated by semicolons; or the name that the
 *     handler gave. Where the key of a trial stood, it says so
 * @param occurrence from 1, of this text in the run
 * @param announced whether the handler told of it ({@link Trial#step})
 */
public record Step(int number, String text, int occurrence, boolean announced) {
  private static final int MAX_WORDS_LENGTH = 90;
  private static final Pattern STRING = Pattern.compile("'[^']*'");

  /**
   * The driver numbers those that have no name, anew on each connection; and pools keep
   * connections.
   */
  private static final Pattern SAVEPOINT = Pattern.compile("JDBC_SAVEPOINT_\\d+");

  private static final Pattern NUMBER = Pattern.compile("(?<![\\w$])\\d+(?:\\.\\d+)?\\b");

  /** The number and the beginning of the statements, on one line. */
  @Override
  public String toString() {
    String line = text.strip().replaceAll("\\s+", " ");
    String shown =
        line.length() <= MAX_WORDS_LENGTH ? line : line.substring(0, MAX_WORDS_LENGTH - 1) + "…";
    return "step %d: %s".formatted(number, shown);
  }

  /**
   * Whether it only opens a transaction. Drivers send the next step without waiting for it, and no
   * server refuses it.
   */
  boolean onlyBegins() {
    return text.strip().toUpperCase(Locale.ROOT).equals("BEGIN");
  }

  /** Whether another run has come to it. Threads of a handler may take turns otherwise. */
  boolean isSameAs(Step other) {
    return occurrence == other.occurrence && isLike(other);
  }

  /** Whether it does the same, be it for the first time or again. */
  boolean isLike(Step other) {
    return announced == other.announced
        && (announced ? text.equals(other.text) : shape(text).equals(shape(other.text)));
  }

  /**
   * The text without its values: they are others in each run if they are not sent apart from it.
   */
  static String shape(String text) {
    String unnamed = SAVEPOINT.matcher(text).replaceAll("JDBC_SAVEPOINT");
    return NUMBER.matcher(STRING.matcher(unnamed).replaceAll("'…'")).replaceAll("0");
  }
}
