package dev.semel.testing.time;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until a test moves it.
 *
 * <pre>{@code
 * SettableClock clock = SettableClock.startingAt(Instant.parse("2030-01-01T00:00:00Z"));
 * clock.advance(Duration.ofHours(24));
 * clock.instant(); // 2030-01-02T00:00:00Z
 * }</pre>
 *
 * <p><b>Guarantee:</b> time changes only through {@link #advance} and {@link #set}, and every view
 * made by {@link #withZone} shows the same instant as the clock it came from.
 *
 * <p><b>Order:</b> concurrent advances add up; none is lost. A read that starts after a change
 * returned sees that change.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class SettableClock extends Clock {

  /** Where {@link #create} starts: a fixed instant, so that a test reads the same on any day. */
  public static final Instant DEFAULT_START = Instant.parse("2030-01-01T00:00:00Z");

  private final Hand hand;
  private final ZoneId zone;

  private SettableClock(Hand hand, ZoneId zone) {
    this.hand = hand;
    this.zone = zone;
  }

  /** Returns a clock in UTC that starts at {@link #DEFAULT_START}. */
  public static SettableClock create() {
    return startingAt(DEFAULT_START);
  }

  /** Returns a clock in UTC that starts at the given instant. */
  public static SettableClock startingAt(Instant start) {
    return new SettableClock(new Hand(requireNonNull(start, "start")), ZoneOffset.UTC);
  }

  /**
   * Moves the clock forward.
   *
   * @return the instant it shows now
   * @throws IllegalArgumentException if the step is negative; going back is {@link #set}
   */
  public Instant advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException(
          "cannot advance by " + step + ": use set(Instant) to turn the clock back on purpose");
    }
    return hand.advance(step);
  }

  /** Sets the clock to any instant, earlier or later, as when a node's clock is corrected. */
  public void set(Instant instant) {
    hand.set(requireNonNull(instant, "instant"));
  }

  @Override
  public Instant instant() {
    return hand.now();
  }

  /** Returns how often anybody has asked this clock, or a view of it, for the time. */
  public long reads() {
    return hand.reads();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** Returns a view of this same clock in another zone: moving one moves both. */
  @Override
  public SettableClock withZone(ZoneId otherZone) {
    return new SettableClock(hand, requireNonNull(otherZone, "otherZone"));
  }

  @Override
  public String toString() {
    return "SettableClock[" + hand.shown() + ", " + zone + "]";
  }

  /** What all views of one clock share. */
  private static final class Hand {
    private Instant now;
    private long reads;

    Hand(Instant start) {
      this.now = start;
    }

    synchronized Instant now() {
      reads++;
      return now;
    }

    /** For people, who are no readers. */
    synchronized Instant shown() {
      return now;
    }

    synchronized long reads() {
      return reads;
    }

    synchronized Instant advance(Duration step) {
      now = now.plus(step);
      return now;
    }

    synchronized void set(Instant instant) {
      now = instant;
    }
  }
}
