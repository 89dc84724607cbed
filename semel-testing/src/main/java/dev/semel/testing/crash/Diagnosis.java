package dev.semel.testing.crash;

import java.util.Map;
import java.util.TreeSet;

/** Says in words what was found, and what it most likely comes from. */
final class Diagnosis {
  private Diagnosis() {}

  /** What differs from a run in which nothing went wrong. */
  static String growth(Map<String, Long> expected, Map<String, Long> actual) {
    StringBuilder words = new StringBuilder();
    TreeSet<String> tables = new TreeSet<>(expected.keySet());
    tables.addAll(actual.keySet());
    for (String table : tables) {
      long wanted = expected.getOrDefault(table, 0L);
      long found = actual.getOrDefault(table, 0L);
      if (wanted != found) {
        words.append(words.isEmpty() ? "" : ", ");
        words.append("%s has %d new rows instead of %d".formatted(table, found, wanted));
      }
    }
    return words.toString();
  }

  /**
   * The likely cause.
   *
   * @param answeredAtOnce whether the attempt that the fault struck gave an answer
   */
  static String cause(Problem problem, CrashFault fault, boolean answeredAtOnce) {
    return switch (problem) {
      case HAPPENED_AGAIN -> causeOfMore(fault);
      case NEVER_HAPPENED ->
          fault.isError() && answeredAtOnce
              ? "a statement failed and the handler answered as if it had not: an exception is caught and dropped; let it go up, so that everything is rolled back"
              : "what marks the intent as done was committed and the effect was not: they are in two transactions; write both in one";
      case OTHER_ANSWER ->
          "the answer is not kept with the effect: a later attempt finds the effect done and makes up another answer; store the answer in the transaction of the effect";
      case NO_ANSWER ->
          "an attempt that broke off left something behind that keeps all others out, such as a marker without an outcome; write it in the transaction of the effect, or let it run out";
      case CHECK_FAILED -> "the business state is not what one run of the handler makes it";
      case LEFT_BEHIND ->
          "a connection was not closed on the way out; close it, and end its transaction, in a finally block";
    };
  }

  private static String causeOfMore(CrashFault fault) {
    return switch (fault) {
      case REDELIVERY ->
          "a second attempt is not recognised: nothing that is unique to the intent is written with the effect; give it a unique key";
      case DUPLICATE ->
          "two attempts at the same time both went ahead: what one looks up first and writes later, the other does not see; let a unique key decide (INSERT … ON CONFLICT) instead of a SELECT";
      case STALLED, CLOCK_JUMP ->
          "an owner whose lease was taken over still wrote when it woke up: its writes do not compare a fence; compare the lease's token in the transaction of the effect";
      default ->
          "the effect was committed and what recognises a second attempt was not: they are in two transactions; write both in one";
    };
  }
}
