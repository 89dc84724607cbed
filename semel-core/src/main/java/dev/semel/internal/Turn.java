package dev.semel.internal;

import dev.semel.Duplicates;
import dev.semel.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A duplicate's wait for the attempt that is at work on another node, poll by poll. */
public final class Turn {
  private static final RetryPolicy POLLING =
      new RetryPolicy(
          Integer.MAX_VALUE, Duplicates.MAX_WAIT, Duration.ofMillis(10), Duration.ofMillis(250));

  private final Patience patience;
  private int polls;

  public Turn(Duplicates duplicates) {
    this.patience = new Patience(duplicates.maxWait());
  }

  /** Waits a little, holding nothing; false once the bound is reached. */
  public boolean waited() {
    if (patience.isOver()) {
      return false;
    }
    polls++;
    patience.pause(POLLING.backoff(polls, ThreadLocalRandom.current().nextDouble()));
    return true;
  }
}
