package dev.semel.demo.storm;

import dev.semel.client.AttemptReport;
import dev.semel.client.ClientIntent;
import dev.semel.client.ClientListener;
import dev.semel.client.ClientOutcome;
import dev.semel.demo.flow.FlowCounts;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Counts what happens while it blows. Safe for use by many threads. */
final class Counters implements ClientListener {
  private static final int CONFLICT = 409;
  private static final int SERVER_ERRORS = 500;

  final AtomicLong attempts = new AtomicLong();
  final AtomicLong retries = new AtomicLong();
  final AtomicLong conflicts = new AtomicLong();
  final AtomicLong failures = new AtomicLong();
  final AtomicLong replays = new AtomicLong();
  final AtomicLong unknown = new AtomicLong();
  final AtomicLong acknowledged = new AtomicLong();
  final AtomicLong settled = new AtomicLong();
  final AtomicLong effects = new AtomicLong();
  final AtomicLong lostReplies = new AtomicLong();
  final AtomicLong killedConnections = new AtomicLong();
  final AtomicLong databaseRestarts = new AtomicLong();
  final AtomicLong rewinds = new AtomicLong();
  final AtomicLong consumerKills = new AtomicLong();
  final AtomicLong relayKills = new AtomicLong();
  final AtomicLong reorderings = new AtomicLong();
  final AtomicLong poisonedEvents = new AtomicLong();
  private final Supplier<FlowCounts> flow;

  /** Counts without events. */
  Counters() {
    this(() -> new FlowCounts(0, 0, 0));
  }

  /**
   * Counts, and passes on what becomes of events.
   *
   * @param flow since the storm began
   */
  Counters(Supplier<FlowCounts> flow) {
    this.flow = flow;
  }

  /**
   * The numbers at one moment.
   *
   * @param intents how many there are to do
   * @param settledIntents how many of them had been acknowledged when effects were counted
   * @param attempts requests that were sent
   * @param effects rows in the database
   * @param replays answers that were given before
   * @param conflicts attempts that met another one at work
   * @param retries attempts after the first of a call
   * @param failures attempts without an answer, or with one of 500 and above
   * @param unknown calls that ended without an answer, to be settled later
   * @param duplicatesDropped messages that came again to the dashboard
   * @param parked messages that came too early to the dashboard
   */
  record Counts(
      long intents,
      long settledIntents,
      long attempts,
      long effects,
      long replays,
      long conflicts,
      long retries,
      long failures,
      long unknown,
      long lostReplies,
      long killedConnections,
      long databaseRestarts,
      long rewinds,
      long consumerKills,
      long relayKills,
      long reorderings,
      long poisonedEvents,
      long duplicatesDropped,
      long parked) {}

  @Override
  public void onAttempt(AttemptReport attempt) {
    attempts.incrementAndGet();
    if (attempt.number() > 1) {
      retries.incrementAndGet();
    }
    Integer status = attempt.status();
    if (status == null || status >= SERVER_ERRORS) {
      failures.incrementAndGet();
    } else if (status == CONFLICT) {
      conflicts.incrementAndGet();
    }
  }

  @Override
  public void onOutcome(ClientIntent intent, ClientOutcome<?> outcome) {
    if (!(outcome instanceof ClientOutcome.Answered<?> answered)) {
      unknown.incrementAndGet();
    } else if (answered.replayed()) {
      replays.incrementAndGet();
    }
  }

  Counts counts(int intents) {
    FlowCounts events = flow.get();
    return new Counts(
        intents,
        settled.get(),
        attempts.get(),
        effects.get(),
        replays.get(),
        conflicts.get(),
        retries.get(),
        failures.get(),
        unknown.get(),
        lostReplies.get(),
        killedConnections.get(),
        databaseRestarts.get(),
        rewinds.get(),
        consumerKills.get(),
        relayKills.get(),
        reorderings.get(),
        poisonedEvents.get(),
        events.duplicates(),
        events.parked());
  }
}
