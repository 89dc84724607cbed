package dev.semel.bench.beside;

import dev.semel.bench.beside.Theatre.Gate;
import dev.semel.bench.contender.Desk;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Takes an entry through its plights, step by step as {@link Plight#steps} tells them. */
final class Plays {
  private static final String FIRST = "5";
  private static final String SECOND = "7";
  private static final String NOTHING = "nothing";

  /** How long callers try again, and schedulers have, after the first is gone or stalled. */
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(40);

  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

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
      case MIDDLE -> middle();
      case DELIVERY -> delivery();
    };
  }

  private Cell crash() {
    String key = Plight.CRASH.word();
    killAfterCommitOf(entry.crashesOn(), key);
    Node b = theatre.restartedNode("B", "A");
    return entry.style().isLater() ? crashedLater(b, key) : crashedAtOnce(b, key);
  }

  /** What was handed over is done first, or it would be luck whether a retry finds it done. */
  private Cell crashedLater(Node b, String key) {
    String delivered = awaitDelivery(key);
    theatre.settle();
    if (!entry.takesIds()) {
      return cell(Plight.CRASH, key, List.of(NOTHING), delivered);
    }
    Retried retried = callUntilAnswered(b, key);
    theatre.settle();
    String note = retried.note().isEmpty() ? delivered : delivered + ", " + retried.note();
    return cell(Plight.CRASH, key, retried.after(NOTHING), note);
  }

  private Cell crashedAtOnce(Node b, String key) {
    Retried retried = callUntilAnswered(b, key);
    String note =
        entry.style() == Entry.Style.AT_ONCE_IN_MEMORY
            ? "its store in memory went with A"
            : retried.note();
    return cell(Plight.CRASH, key, retried.after(NOTHING), note);
  }

  private String awaitDelivery(String key) {
    long startNanos = System.nanoTime();
    return theatre.hasEffects(key, 1, Theatre.PATIENCE)
        ? "B delivered " + after(startNanos)
        : "not delivered in " + Theatre.PATIENCE.toSeconds() + " s";
  }

  private void killAfterCommitOf(CommittedRow row, String key) {
    theatre.clear();
    Node a = theatre.node("A");
    CommitWatcher watcher = a.dieOnCommitOf(row);
    a.begin(key, FIRST);
    watcher.await(Theatre.PATIENCE);
    theatre.awaitRow(row, key);
    theatre.kill(a);
  }

  private Cell middle() {
    String key = Plight.MIDDLE.word();
    theatre.clear();
    Node a = theatre.node("A");
    try (Gate gate = theatre.closeGate(a.name(), gateOf(key))) {
      a.begin(key, FIRST);
      theatre.awaitArrival(a, gateOf(key));
      theatre.kill(a);
      gate.open();
      Retried retried = takeOver(theatre.restartedNode("B", "A"), key);
      theatre.settle();
      return cell(Plight.MIDDLE, key, retried.after(NOTHING), retried.note());
    }
  }

  /** The middle of the work: an outbox does its own in the delivery. */
  private String gateOf(String key) {
    return entry.style() == Entry.Style.OUTBOX ? Desk.deliveryOf(key) : key;
  }

  private Cell delivery() {
    String key = Plight.DELIVERY.word();
    killAfterCommitOf(CommittedRow.EFFECT, key);
    theatre.restartedNode("B", "A");
    theatre.hasEffects(key, 2, timing.secondDelivery());
    theatre.settle();
    return cell(Plight.DELIVERY, key, List.of(NOTHING), "");
  }

  private Cell duplicate() {
    String key = Plight.DUPLICATE.word();
    if (entry.style() == Entry.Style.SCHEDULER) {
      // A alone must be there to begin with the task.
      theatre.clear();
    }
    Node a = theatre.node("A");
    try (Gate gate = theatre.closeGate(a.name(), key)) {
      String first = a.begin(key, FIRST);
      theatre.awaitArrival(a, key);
      Node b = entry.style() == Entry.Style.AT_ONCE_IN_MEMORY ? a : theatre.node("B");
      Duplicate duplicate = new Duplicate(theatre, b, key);
      duplicate.askFor(timing.duplicateWait());
      gate.open();
      String toldFirst = a.await(first, Theatre.PATIENCE);
      List<String> told = duplicate.askToTheEnd(toldFirst);
      awaitDone(key);
      return cell(Plight.DUPLICATE, key, told, duplicate.note());
    }
  }

  static String after(long startNanos) {
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
        entry.callersWriteRows()
            ? List.of(first, second).stream().filter(told -> !Told.isException(told)).count()
            : 1;
    return Cell.counted(
        entry,
        Plight.REPEATED,
        theatre.effects(key),
        1,
        Math.max(0, wanted - rows),
        List.of(first, second),
        String.format(Locale.ROOT, "%d business %s", rows, rows == 1 ? "row" : "rows"));
  }

  private Cell payload() {
    String key = Plight.PAYLOAD.word();
    Node a = theatre.node("A");
    String first = a.call(key, FIRST, Theatre.PATIENCE);
    awaitDone(key);
    String retry = a.call(key, FIRST, Theatre.PATIENCE);
    awaitDone(key);
    String other = a.call(key, SECOND, Theatre.PATIENCE);
    awaitDone(key);
    return cell(Plight.PAYLOAD, key, List.of(first, retry, other), "");
  }

  private void awaitDone(String key) {
    if (entry.style().isLater()) {
      theatre.hasEffects(key, 1, Theatre.PATIENCE);
      theatre.settle();
    }
  }

  private Cell stalled() {
    String key = Plight.STALLED.word();
    theatre.clear();
    Node a = theatre.node("A");
    try (Gate gate = theatre.closeGate(a.name(), gateOf(key))) {
      String call = a.begin(key, FIRST);
      theatre.awaitArrival(a, gateOf(key));
      a.pause();
      Retried second = takeOver(theatre.freshNode("B"), key);
      gate.open();
      a.resume();
      String told = a.await(call, Theatre.PATIENCE);
      awaitDone(key);
      theatre.settle();
      return cell(Plight.STALLED, key, second.after(told), second.note());
    }
  }

  private Retried takeOver(Node b, String key) {
    Duration alone = entry.style().isLater() ? TAKEOVER_LIMIT : timing.settling();
    boolean byItself = theatre.hasEffects(key, 1, alone);
    String note = byItself ? "B went on by itself" : "";
    if (entry.style().isLater()) {
      return new Retried("", byItself ? note : "not taken over in " + alone.toSeconds() + " s");
    }
    Retried retried = callUntilAnswered(b, key);
    return byItself ? new Retried(retried.told(), note) : retried;
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
      gate.open();
      String first = a.await(call, Theatre.PATIENCE);
      theatre.hasEffects(older, 1, Theatre.PATIENCE);
      theatre.hasEffects(newer, 1, Theatre.PATIENCE);
      theatre.settle();
      return Cell.counted(
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
  private record Retried(String told, String note) {
    List<String> after(String first) {
      return told.isEmpty() ? List.of(first) : List.of(first, told);
    }
  }

  private static Retried callUntilAnswered(Node node, String key) {
    long endNanos = System.nanoTime() + TAKEOVER_LIMIT.toNanos();
    String told = node.call(key, FIRST, TAKEOVER_LIMIT);
    int tries = 1;
    while (!Told.isAnswer(told) && System.nanoTime() < endNanos) {
      Theatre.pause(RETRY_INTERVAL);
      told = node.call(key, FIRST, TAKEOVER_LIMIT);
      tries++;
    }
    if (!Told.isAnswer(told)) {
      return new Retried(told, "in vain" + (tries == 1 ? "" : ", asked " + tries + " times"));
    }
    return new Retried(told, tries == 1 ? "" : "asked " + tries + " times");
  }

  private Cell cell(Plight plight, String key, List<String> told, String note) {
    return Cell.counted(entry, plight, theatre.effects(key), 1, missing(key), told, note);
  }
}
