package dev.semel.torture.load;

import dev.semel.torture.check.HistoryEntry.Kind;

/** How often clients have asked before. The history tells rounds apart. */
public enum Round {
  /** While things are broken, and until all is answered. */
  FIRST(Kind.SENT, Kind.ANSWERED),
  /** Once more, when all is answered. */
  AGAIN(Kind.SENT_AGAIN, Kind.ANSWERED_AGAIN),
  /** And a last time, when all is quiet. */
  LAST(Kind.SENT_LAST, Kind.ANSWERED_LAST);

  private final Kind sent;
  private final Kind answered;

  Round(Kind sent, Kind answered) {
    this.sent = sent;
    this.answered = answered;
  }

  Kind sent() {
    return sent;
  }

  Kind answered() {
    return answered;
  }
}
