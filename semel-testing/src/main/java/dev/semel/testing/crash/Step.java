package dev.semel.testing.crash;

import java.util.Locale;

/**
 * One request of the handler to the database.
 *
 * @param number from 1, in the order of a run in which nothing goes wrong
 * @param sql the statements that are sent together, separated by semicolons
 */
public record Step(int number, String sql) {
  private static final int MAX_WORDS_LENGTH = 90;

  /** The number and the beginning of the statements, on one line. */
  @Override
  public String toString() {
    String line = sql.strip().replaceAll("\\s+", " ");
    String shown =
        line.length() <= MAX_WORDS_LENGTH ? line : line.substring(0, MAX_WORDS_LENGTH - 1) + "…";
    return "step %d: %s".formatted(number, shown);
  }

  /**
   * Whether it only opens a transaction. Drivers send the next step without waiting for it, and no
   * server refuses it.
   */
  boolean onlyBegins() {
    return sql.strip().toUpperCase(Locale.ROOT).equals("BEGIN");
  }
}
