package dev.semel.testing.crash;

/**
 * Says what a finding most likely comes from, and what to do.
 *
 * @param recognises whether the handler recognises a second attempt when nothing goes wrong
 * @param answeredAtOnce whether the attempt that the fault struck gave an answer
 * @param hasGoneOn whether that attempt did more after the fault had struck
 * @param hangs whether an attempt did not return
 */
record Diagnosis(
    CrashFault fault,
    boolean recognises,
    boolean answeredAtOnce,
    boolean hasGoneOn,
    boolean hangs) {

  /** The likely cause. */
  String cause(Problem problem) {
    return switch (problem) {
      case HAPPENED_AGAIN -> causeOfMore();
      case NEVER_HAPPENED ->
          isDropped()
              ? "a statement failed and the handler answered as if it had not: an exception is caught and dropped; let it go up, so that everything is rolled back"
              : "what marks the intent as done was committed and the effect was not: they are in two transactions; write both in one";
      case OTHER_ANSWER ->
          "the answer is not kept with the effect: a later attempt finds the effect done and makes up another answer; store the answer in the transaction of the effect";
      case NO_ANSWER ->
          hangs
              ? "an attempt waits for what never comes, and nothing ends its wait; give the wait a limit, and free whoever waits on every way out, also where something fails"
              : "an attempt that broke off left something behind that keeps all others out, such as a marker without an outcome; write it in the transaction of the effect, or let it run out";
      case CHECK_FAILED -> "the business state is not what one run of the handler makes it";
      case LEFT_BEHIND ->
          "a connection was not closed on the way out, or a lock of its session not given back; end the transaction, give back the lock and close the connection in a finally block";
    };
  }

  /**
   * A handler that tries again by itself does more on another connection; one that drops the
   * exception has none to do more on, unless the server lives on.
   */
  private boolean isDropped() {
    return answeredAtOnce && (fault.isError() || (fault.breaksConnection() && !hasGoneOn));
  }

  private String causeOfMore() {
    if (!recognises) {
      return "a second attempt is not recognised: nothing that is unique to the intent is written with the effect; give it a unique key";
    }
    return switch (fault) {
      case DUPLICATE ->
          "two attempts at the same time both went ahead: what one looks up first and writes later, the other does not see; let a unique key decide (INSERT … ON CONFLICT) instead of a SELECT";
      case STALLED, CLOCK_JUMP ->
          "an owner whose lease was taken over still wrote when it woke up: its writes do not compare a fence; compare the lease's token in the transaction of the effect";
      default ->
          "the effect was committed and what recognises a second attempt was not: they are in two transactions; write both in one";
    };
  }
}
