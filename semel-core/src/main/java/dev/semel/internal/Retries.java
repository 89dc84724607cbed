package dev.semel.internal;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.IntentId;
import dev.semel.InterruptedAttemptException;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.StoreUnavailableException;
import dev.semel.spi.Failure;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoreException;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keeps count of failed attempts at one intent, backs off between them, and knows when to give up.
 */
public final class Retries {
  private static final Failure STORE_UNAVAILABLE =
      new Failure(Verdict.RETRY, "", null, "the store is unavailable");
  private static final int MAX_OUTRUNS = 5;
  private static final int MAX_CHAIN_LENGTH = 100;

  private final Notifier notifier;
  private final IntentId intent;
  private final RetryPolicy policy;
  private final Patience budget;
  private final Availability availability;
  private int failures;
  private int looks;
  private int outruns;
  private boolean resolving;
  private boolean gaveUp;
  private @Nullable Failure last;
  private long contactsBefore;
  private boolean reached;

  /** For work that does not fail fast, whatever others know about the store. */
  public Retries(Notifier notifier, IntentId intent, RetryPolicy policy) {
    this(
        notifier,
        intent,
        policy,
        new Availability(policy.maxBackoff(), policy.maxBackoff(), System::nanoTime));
  }

  Retries(Notifier notifier, IntentId intent, RetryPolicy policy, Availability availability) {
    this.availability = availability;
    this.notifier = notifier;
    this.intent = intent;
    this.policy = policy;
    this.budget = new Patience(policy.budget());
  }

  /** The number of the attempt that is under way, from 1. */
  public int attempt() {
    return failures + 1;
  }

  /**
   * Begins a trip to the store.
   *
   * @param commitUnknown whether giving up leaves a commit whose answer never came
   * @throws RuntimeException the end of it, if the store is known to be unavailable
   */
  public void begin(boolean commitUnknown) {
    reached = false;
    contactsBefore = availability.contacts();
    Duration wait = policy.failsFast() ? availability.refusal() : null;
    if (wait != null) {
      gaveUp = true;
      throw unavailable(wait, null, commitUnknown);
    }
  }

  /** The store has answered during this trip. */
  public void reached() {
    reached = true;
    availability.reached();
  }

  /**
   * Another attempt won. There is no need to back off before looking at what it stored, and looking
   * is no attempt; but a record that keeps vanishing before it is seen ends in giving up.
   */
  public void outrun(Failure failure, RuntimeException cause) {
    outruns++;
    if (outruns > MAX_OUTRUNS) {
      tellFailed(failure, attempt());
      throw exhausted(failure, cause);
    }
    notifier.tell(new StateChange.Outrun(intent));
  }

  /**
   * Pauses before the next attempt if there may be one. Finding out about a commit whose answer
   * never came is no attempt, so only the time bounds it.
   *
   * @param commitUnknown whether giving up leaves a commit whose answer never came
   * @throws RuntimeException the end of it, if there may be no other attempt
   */
  public void backOff(Failure failure, @Nullable RuntimeException cause, boolean commitUnknown) {
    refuseInterrupted(failure, cause, commitUnknown);
    refuseHopeless(failure, cause, commitUnknown);
    count(failure, commitUnknown);
    noteIfMissed(failure);
    Duration wait = policy.failsFast() ? availability.unavailableFor() : null;
    if (wait != null) {
      tellFailed(failure, failures);
      throw unavailable(wait, cause, commitUnknown);
    }
    if (budget.isOver() || (!commitUnknown && failures >= policy.maxAttempts())) {
      tellFailed(failure, failures);
      throw commitUnknown ? commitUnknown(failure, cause) : exhausted(failure, cause);
    }
    Duration pause = policy.backoff(failures + looks, ThreadLocalRandom.current().nextDouble());
    notifier.tell(new StateChange.Retrying(intent, failures, failure, pause));
    pause(pause, failure, commitUnknown);
  }

  /** A connection that was lost may have been an old one, so the next has to fail, too. */
  private void noteIfMissed(Failure failure) {
    if (!reached && (failure.verdict() == Verdict.RETRY || failures + looks > 1)) {
      availability.missed(contactsBefore, failure.meaning());
    }
  }

  /** After a lost commit, whatever fails before the next attempt was only a look at it. */
  private void count(Failure failure, boolean commitUnknown) {
    if (resolving && commitUnknown) {
      looks++;
    } else {
      failures++;
      last = failure;
    }
    resolving = commitUnknown;
  }

  private void pause(Duration pause, Failure failure, boolean commitUnknown) {
    try {
      budget.pause(pause);
    } catch (InterruptedAttemptException interrupted) {
      throw interrupted(failure, interrupted, commitUnknown);
    }
  }

  /**
   * Whoever is interrupted while a commit is unanswered must not believe that nothing was
   * committed.
   */
  private RuntimeException interrupted(
      Failure failure, InterruptedAttemptException interrupted, boolean commitUnknown) {
    gaveUp = true;
    return commitUnknown ? commitUnknown(failure, interrupted) : interrupted;
  }

  /** Ends the run if no attempt is left to repeat a commit that turned out not to have happened. */
  public void refuseIfUsedUp() {
    resolving = false;
    if (last != null && failures >= policy.maxAttempts()) {
      tellFailed(last, failures);
      throw exhausted(last, null);
    }
  }

  /** A connection pool wraps the interruption of a thread that waits for it. */
  private void refuseInterrupted(
      Failure failure, @Nullable Throwable cause, boolean commitUnknown) {
    Throwable link = cause;
    for (int depth = 0; link != null && depth < MAX_CHAIN_LENGTH; depth++) {
      if (link instanceof InterruptedException interruption) {
        throw interrupted(failure, Patience.interrupted(interruption), commitUnknown);
      }
      link = link.getCause();
    }
  }

  /** What keeps us from looking for a lost commit says nothing about what became of it. */
  private void refuseHopeless(
      Failure failure, @Nullable RuntimeException cause, boolean commitUnknown) {
    if (failure.verdict() == Verdict.RETRY || failure.verdict() == Verdict.RESOLVE) {
      return;
    }
    if (commitUnknown) {
      tellFailed(failure, failures);
      throw commitUnknown(failure, cause);
    }
    if (failure.verdict() == Verdict.CONFIGURATION || cause == null) {
      tellFailed(failure, attempt());
      throw new ConfigurationException(failure.meaning(), cause);
    }
    if (cause instanceof StoreException) {
      tellFailed(failure, attempt());
      throw new StoreException("%s: %s".formatted(cause.getMessage(), failure.meaning()), cause);
    }
    gaveUp = true;
    notifier.thrown(new StateChange.Failed(intent, attempt(), failure));
    throw cause;
  }

  /**
   * Whether it has come to its end, so that what was thrown is the end and no failure of an
   * attempt.
   */
  public boolean gaveUp() {
    return gaveUp;
  }

  private void tellFailed(Failure failure, int attempts) {
    gaveUp = true;
    notifier.tell(new StateChange.Failed(intent, attempts, failure));
  }

  private RuntimeException commitUnknown(Failure failure, @Nullable RuntimeException cause) {
    return new CommitUnknownException(
        "intent %s: whether COMMIT went through could not be found out (%s); call again with the same key to learn the answer"
            .formatted(intent, failure.meaning()),
        cause);
  }

  private RuntimeException unavailable(
      Duration wait, @Nullable RuntimeException cause, boolean commitUnknown) {
    return commitUnknown
        ? commitUnknown(STORE_UNAVAILABLE, cause)
        : new StoreUnavailableException(
            "intent %s: the store is unavailable; nothing was committed, the same key may be used again in %d s"
                .formatted(intent, Math.max(1, wait.toSeconds())),
            wait,
            cause);
  }

  private RuntimeException exhausted(Failure failure, @Nullable RuntimeException cause) {
    return new RetriesExhaustedException(
        "intent %s: gave up after %d attempts (%s); nothing was committed, the same key may be used again"
            .formatted(intent, Math.max(1, failures), failure.meaning()),
        cause);
  }
}
