package dev.semel.bench.beside;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A caller who asks for what another one has already asked for, and does as told: who is to come
 * again comes again every second. For one thread.
 */
final class Duplicate {
  private static final String PAYLOAD = "5";
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Theatre theatre;
  private final Node node;
  private final String key;
  private final List<String> told = new ArrayList<>();
  private String call = "";
  private String note = "";
  private int asked;

  Duplicate(Theatre theatre, Node node, String key) {
    this.theatre = theatre;
    this.node = node;
    this.key = key;
  }

  /** Asks while the first is held up, for so long. */
  void askFor(Duration limit) {
    long startNanos = System.nanoTime();
    ask(limit);
    note = told.isEmpty() ? whereItWaits() : "answered " + Plays.after(startNanos);
    while (isToComeAgain() && left(startNanos, limit).compareTo(INTERVAL) >= 0) {
      Theatre.pause(INTERVAL);
      ask(left(startNanos, limit));
    }
  }

  private void ask(Duration limit) {
    call = node.begin(key, PAYLOAD);
    asked++;
    hear(node.await(call, limit));
  }

  private static Duration left(long startNanos, Duration limit) {
    Duration left = limit.minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** The same answer again is not worth telling. */
  private void hear(String answer) {
    boolean isNew = told.isEmpty() || !told.get(told.size() - 1).equals(answer);
    if (!answer.isEmpty() && isNew) {
      told.add(answer);
    }
  }

  private boolean isToComeAgain() {
    return !told.isEmpty() && Told.isToComeAgain(told.get(told.size() - 1));
  }

  private String whereItWaits() {
    if (theatre.arrivals(key) > 1) {
      return "the duplicate began the work too";
    }
    String where =
        theatre.waitingConnections(node.name()) > 0
            ? ", inside the database with a connection"
            : "";
    return "waited as long as the first ran" + where;
  }

  /**
   * Hears the rest when the first is done, or asks once more, and returns what both were told.
   *
   * @param toldFirst what the first was told
   */
  List<String> askToTheEnd(String toldFirst) {
    hear(node.await(call, Theatre.PATIENCE));
    if (isToComeAgain()) {
      ask(Theatre.PATIENCE);
    }
    List<String> both = new ArrayList<>(List.of(toldFirst));
    both.addAll(told);
    return both;
  }

  /** When it was answered, or where it waited, and how often it asked. */
  String note() {
    return asked == 1 ? note : note + ", asked " + asked + " times";
  }
}
