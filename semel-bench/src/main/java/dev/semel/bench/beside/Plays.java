package dev.semel.bench.beside;

import dev.semel.bench.beside.Theatre.Gate;
import java.time.Duration;
import java.util.List;

/** Takes an entry through its plights, step by step as {@link Plight#steps} tells them. */
final class Plays {
  private static final String FIRST = "5";
  private static final String SECOND = "7";
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
  private static final int MAX_RETRIES = 20;
  private static final int MAX_TAKEOVER_TRIES = 40;

  private final Theatre theatre;
  private final Timing timing;
  private final Entry entry;

  Plays(Theatre theatre, Timing timing) {
    this.theatre = theatre;
    this.timing = timing;
    this.entry = theatre.entry();
  }

  Cell play(Plight plight) {
    return switch (plight) {
      case CRASH -> crash();
      case DUPLICATE -> duplicate();
      case REPEATED -> repeated();
      case PAYLOAD -> payload();
      case STALLED -> stalled();
      case OPEN -> open();
    };
  }

  private Cell crash() {
    String key = Plight.CRASH.word();
    Node a = theatre.node("A");
    CommitWatcher watcher = a.dieOnCommitOf(entry.crashesOn());
    a.begin(key, FIRST);
    watcher.await(Theatre.PATIENCE);
    theatre.awaitRow(entry.crashesOn(), key);
    theatre.kill(a);
    Node b = theatre.freshNode("B");
    if (entry.style().isLater()) {
      theatre.hasEffects(key, 1, Theatre.PATIENCE);
      theatre.settle();
      return cell(Plight.CRASH, key, List.of("nothing"), "");
    }
    Retried retried = callUntilAnswered(b, key, MAX_RETRIES);
    return cell(Plight.CRASH, key, List.of("nothing", retried.told()), retried.note());
  }

  private Cell duplicate() {
    String key = Plight.DUPLICATE.word();
    Node a = theatre.node("A");
    Node b = entry.style() == Entry.Style.AT_ONCE_IN_MEMORY ? a : theatre.node("B");
    try (Gate gate = theatre.closeGate(a.name(), key)) {
      String first = a.begin(key, FIRST);
      theatre.awaitArrival(a, key);
      long startNanos = System.nanoTime();
      String second = b.begin(key, FIRST);
      String told = b.await(second, timing.duplicateWait());
      String note = told.isEmpty() ? waiting(b) : "answered " + after(startNanos);
      gate.close();
      String toldFirst = a.await(first, Theatre.PATIENCE);
      String toldSecond = told.isEmpty() ? b.await(second, Theatre.PATIENCE) : told;
      return cell(Plight.DUPLICATE, key, List.of(toldFirst, toldSecond), note);
    }
  }

  private String waiting(Node node) {
    String where =
        theatre.waitingConnections(node) > 0 ? ", inside the database with a connection" : "";
    return "waited as long as the first ran" + where;
  }

  private static String after(long startNanos) {
    long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    return seconds == 0 ? "at once" : "after " + seconds + " s";
  }

  private Cell repeated() {
    String key = Plight.REPEATED.word();
    Node a = theatre.node("A");
    String first = a.call(key, FIRST, Theatre.PATIENCE);
    awaitDone(key);
    String second = a.call(key, FIRST, Theatre.PATIENCE);
    awaitDone(key);
    long rows = theatre.businessRows(key);
    long wanted =
        entry.callersWriteRows() ? List.of(first, second).stream().filter(Plays::isGood).count() : 1;
    return new Cell(
        entry,
        Plight.REPEATED,
        theatre.effects(key),
        1,
        Math.max(0, wanted - rows),
        List.of(first, second),
        "%d business %s".formatted(rows, rows == 1 ? "row" : "rows"));
  }

  private Cell payload() {
    String key = Plight.PAYLOAD.word();
    Node a = theatre.node("A");
    String first = a.call(key, FIRST, Theatre.PATIENCE);
    awaitDone(key);
    String second = a.call(key, SECOND, Theatre.PATIENCE);
    awaitDone(key);
    return cell(Plight.PAYLOAD, key, List.of(first, second), "");
  }

  private void awaitDone(String key) {
    if (entry.style().isLater()) {
      theatre.hasEffects(key, 1, Theatre.PATIENCE);
      theatre.settle();
    }
  }

  private Cell stalled() {
    String key = Plight.STALLED.word();
    Node a = theatre.freshNode("A");
    try (Gate gate = theatre.closeGate(a.name(), key)) {
      String call = a.begin(key, FIRST);
      theatre.awaitArrival(a, key);
      a.pause();
      Retried second = takeOver(key);
      gate.close();
      a.resume();
      String told = a.await(call, Theatre.PATIENCE);
      theatre.settle();
      List<String> all = second.told().isEmpty() ? List.of(told) : List.of(told, second.told());
      return cell(Plight.STALLED, key, all, second.note());
    }
  }

  private Retried takeOver(String key) {
    Node b = theatre.freshNode("B");
    if (!entry.style().isLater()) {
      return callUntilAnswered(b, key, MAX_TAKEOVER_TRIES);
    }
    boolean done = theatre.hasEffects(key, 1, Duration.ofSeconds(MAX_TAKEOVER_TRIES));
    return new Retried("", done ? "" : "not taken over in " + MAX_TAKEOVER_TRIES + " s");
  }

  private Cell open() {
    String older = Plight.OPEN.word() + " older";
    String newer = Plight.OPEN.word() + " newer";
    Node a = theatre.node("A");
    Node b = theatre.node("B");
    try (Gate gate = theatre.closeGate(a.name(), older)) {
      String call = a.begin(older, FIRST);
      theatre.awaitArrival(a, older);
      String second = b.call(newer, SECOND, Theatre.PATIENCE);
      boolean passed = theatre.hasEffects(newer, 1, timing.duplicateWait());
      gate.close();
      String first = a.await(call, Theatre.PATIENCE);
      theatre.hasEffects(older, 1, Theatre.PATIENCE);
      theatre.hasEffects(newer, 1, Theatre.PATIENCE);
      theatre.settle();
      return new Cell(
          entry,
          Plight.OPEN,
          theatre.effects(older) + theatre.effects(newer),
          2,
          missing(older) + missing(newer),
          List.of(first, second),
          passed
              ? "the newer was delivered while the older was open"
              : "the newer waited for the older");
    }
  }

  private long missing(String key) {
    return theatre.effects(key) == 0 ? 1 : 0;
  }

  /** What a caller was told in the end, and how that came about. */
  private record Retried(String told, String note) {}

  private static Retried callUntilAnswered(Node node, String key, int maxTries) {
    String told = node.call(key, FIRST, Theatre.PATIENCE);
    int tries = 1;
    while (!isGood(told) && tries < maxTries) {
      Theatre.pause(RETRY_INTERVAL);
      told = node.call(key, FIRST, Theatre.PATIENCE);
      tries++;
    }
    if (tries == 1) {
      return new Retried(told, "");
    }
    return new Retried(told, isGood(told) ? "after " + tries + " tries" : tries + " tries in vain");
  }

  private static boolean isGood(String told) {
    return !told.startsWith("InProgress")
        && !told.startsWith("nothing")
        && !told.contains("Exception");
  }

  private Cell cell(Plight plight, String key, List<String> told, String note) {
    return new Cell(entry, plight, theatre.effects(key), 1, missing(key), told, note);
  }
}
