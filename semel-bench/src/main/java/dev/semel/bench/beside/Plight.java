package dev.semel.bench.beside;

/** What goes wrong while a call is on its way. */
public enum Plight {
  CRASH(
      "crash",
      "Crash after the commit, before the reply",
      """
      Node A takes the call. When the server has committed the row, and before A hears of it, A is killed (SIGKILL). Node B is
      started: the same application once more, as after a restart. The caller, who was told nothing, calls again on B, every second, until
      told something other than a failure or that it is in progress, for 40 seconds at most. Outboxes and schedulers: the row is that of
      the caller's transaction, JobRunr's that of the job, since it takes no part in one. What was handed over is awaited first, for a minute at most;
      then the caller calls again under the same id, unless the library takes none. Wanted: one effect, and a caller who learns of it."""),
  DUPLICATE(
      "duplicate",
      "Duplicate while the first still runs",
      """
      Node A takes the call and is held in the middle of the work, in an outbox's case before its transaction commits, for eight seconds. The
      same call comes to node B; who is told that it is in progress asks again every second, and once more when A is done. Wanted: one effect; both callers learn of it, or are told to come again."""),
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
      Node A takes the call and is stopped (SIGSTOP) in the middle of the work, before its row; an outbox, in the middle of the delivery. Node B
      is started beside it. It has three seconds to go on by itself; then the same call comes to it every second, until it tells
      something other than an exception or that it is in progress, or 40 seconds are over. Nobody calls an outbox or a scheduler again: it has
      those 40 seconds. Then A wakes up (SIGCONT) and goes on. Wanted: one effect."""),
  OPEN(
      "open",
      "Open transaction while the relay passes",
      """
      A transaction on node A publishes the older event and stays open. One on node B publishes a newer event, commits, and its delivery is
      awaited. Then A commits. Wanted: both events are delivered; the older one is not skipped. transaction-outbox and Spring Modulith
      deliver in memory, right after the commit, on the node that committed; only Semel and Namastack have a relay here that could skip one."""),
  MIDDLE(
      "middle",
      "Crash in the middle of the work",
      """
      Node A takes the call and is killed (SIGKILL) in the middle of the work, before its row; an outbox, in the middle of the delivery. Node B
      is started, as after a restart. It has three seconds to go on by itself; then the caller calls again, every second, until told something
      other than an exception or that it is in progress, for 40 seconds at most. Nobody calls an outbox or a scheduler again: it has those
      40 seconds. Wanted: one effect."""),
  DELIVERY(
      "delivery",
      "Crash after a delivery, before it is noted",
      """
      A transaction on node A hands something over. What delivers it, or works it off, commits its row; before A hears of that, A is killed
      (SIGKILL). Node B is started, as after a restart, and left alone until there is a second effect or 40 seconds are over. Wanted: one effect. Who documents delivery at
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
