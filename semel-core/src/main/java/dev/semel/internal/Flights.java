package dev.semel.internal;

import dev.semel.Fingerprint;
import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.Outcome;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets one attempt per intent and node go to the store at a time. The others of this node are
 * answered here: refused at once, or told what the first one brings back. This is what keeps five
 * hundred duplicates of one key from using up the connections that other keys need.
 *
 * <p>It decides nothing: the store does. Two nodes each have their own flights.
 */
public final class Flights {
  private static final Duration STANDARD_WAIT_TO_KNOW = Duration.ofSeconds(5);

  private final Duration waitToKnow;
  private final ConcurrentMap<IntentId, Flight> underWay = new ConcurrentHashMap<>();

  public Flights() {
    this(STANDARD_WAIT_TO_KNOW);
  }

  /**
   * Makes flights.
   *
   * @param waitToKnow how long even a duplicate without patience waits to learn whether the first
   *     attempt runs or merely replays
   */
  Flights(Duration waitToKnow) {
    this.waitToKnow = waitToKnow;
  }

  /** Goes to the store as the first of this node, or gets its answer from the one that did. */
  public <R> Outcome<R> fly(
      Intent<R> intent, Notifier notifier, Function<Flight, Outcome<R>> first) {
    Patience patience = new Patience(intent.operation().settings().duplicates().maxWait());
    Replier<R> replier = new Replier<>(notifier, intent);
    while (true) {
      Flight mine = new Flight(intent.fingerprint());
      Flight other = underWay.putIfAbsent(intent.id(), mine);
      if (other == null) {
        return lead(intent.id(), mine, first);
      }
      Outcome<R> answer = follow(other, intent, patience, replier);
      if (answer != null) {
        return answer;
      }
    }
  }

  private <R> Outcome<R> lead(IntentId intent, Flight mine, Function<Flight, Outcome<R>> first) {
    try {
      return first.apply(mine);
    } finally {
      underWay.remove(intent, mine);
      mine.end();
    }
  }

  /** The answer that the other attempt makes possible; null if it ended without one. */
  private <R> @Nullable Outcome<R> follow(
      Flight other, Intent<R> intent, Patience patience, Replier<R> replier) {
    if (!other.awaitKnown(patience.leftButAtLeast(waitToKnow))) {
      return replier.inProgress();
    }
    Fingerprint bound = other.boundTo();
    if (bound != null && !intent.matches(bound)) {
      return replier.mismatch();
    }
    Flight.Landing landing = other.awaitLanding(patience.left());
    if (landing != null) {
      return replier.settled(landing.fingerprint(), landing.outcome());
    }
    boolean tryAgain = other.isOver() && (!patience.isOver() || !other.wasRun());
    return tryAgain ? null : replier.inProgress();
  }
}
