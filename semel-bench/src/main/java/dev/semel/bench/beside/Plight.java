package dev.semel.bench.beside;

/** What goes wrong while a call is on its way. */
public enum Plight {
  CRASH(
      "crash",
      "Crash after the commit, before the reply",
      """
      Node A takes the call. When the server has committed the row, and before A hears of it, A is killed (SIGKILL). Node B is
      started: the same application once more. The caller, who was told nothing, calls again on B, every second, until told
      something other than that it is in progress. Outboxes: the row is that of the caller's transaction, nobody calls again, and what
      was to be delivered is awaited. Wanted: one effect, and a caller who learns of it."""),
  DUPLICATE(
      "duplicate",
      "Duplicate while the first still runs",
      """
      Node A takes the call and is held in the middle of the work. The same call comes to node B, which has eight seconds to answer.
      Then A may go on. Wanted: one effect; both callers learn of it, or are told to come again."""),
  REPEATED(
      "repeated",
      "Repeated id in a transaction with business rows",
      """
      The caller's transaction writes a row of its own and hands over an id; it commits, and what was handed over is done. Then a second
      transaction writes another row of its own and hands over the same id. Wanted: one effect, and no row is gone whose commit
      returned normally. Lost is what the callers were not told of."""),
  PAYLOAD(
      "payload",
      "Same key, another payload",
      """
      Node A takes a call with the payload 5, and when it is done a retry of it. Then comes a call with the same key and the payload 7.
      Wanted: one effect, and a caller who is told something else than the retry was."""),
  STALLED(
      "stalled",
      "Stalled owner that wakes up after a takeover",
      """
      Node A takes the call and is stopped (SIGSTOP) in the middle of the work, before its row. Node B is started. It has three seconds to
      go on by itself; then the same call comes to it every second, until it is done or 40 seconds are over. Nobody calls a scheduler
      again: it has those 40 seconds. Then A wakes up (SIGCONT) and goes on. Wanted: one effect."""),
  OPEN(
      "open",
      "Open transaction while the relay passes",
      """
      A transaction on node A publishes the older event and stays open. One on node B publishes a newer event, commits, and its delivery is
      awaited. Then A commits. Wanted: both events are delivered; the older one is not skipped."""),
  MIDDLE(
      "middle",
      "Crash in the middle of the work",
      """
      Node A takes the call and is killed (SIGKILL) in the middle of the work, before its row. Node B is started. It has three seconds to go on
      by itself; then the caller calls again, every second, until told something other than that it is in progress. Nobody calls a
      scheduler again: it has a minute. Wanted: one effect."""),
  DELIVERY(
      "delivery",
      "Crash after a delivery, before it is noted",
      """
      A transaction on node A hands something over. What delivers it, or works it off, commits its row; before A hears of that, A is killed
      (SIGKILL). Node B is started and left alone until it has nothing more to do. Wanted: one effect. Everybody who documents delivery at
      least once leaves that to the receiver.""");

  private final String word;
  private final String title;
  private final String steps;

  Plight(String word, String title, String steps) {
    this.word = word;
    this.title = title;
    this.steps = steps;
  }

  /** As keys and columns are named. */
  String word() {
    return word;
  }

  /** As tables name it. */
  public String title() {
    return title;
  }

  /** What is done, in this order, and what should come of it. */
  public String steps() {
    return steps;
  }
}
