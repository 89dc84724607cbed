package dev.semel.relay;

import dev.semel.RetryPolicy;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a relay works. Immutable; each method returns a changed copy.
 *
 * @param shards into how many parts the aggregates are divided, 1 to {@value #MAX_SHARDS}: the most
 *     nodes that can share the work. Counts when the relay is set up; cannot be changed later
 * @param start what a relay that is new publishes first
 * @param lease how long a node keeps its shards without a sign of life; renewed every third of it
 * @param memory bounds on what is in memory
 * @param retries of an event that failed; after them it is parked as a dead letter
 * @param deliveryTimeout what a sink has not settled by then counts as failed. A last resort: a
 *     sink should have shorter ones of its own
 * @param unsettledWarning how long a sink may have an event before the relay reports that the sink
 *     may have forgotten to settle it; once per start
 * @param afterDeadLetter what becomes of the events behind it
 * @param polling how often the outbox is looked at when nothing wakes the relay
 * @param saveInterval how often the position is saved at most; a crash repeats what was published
 *     since
 * @param longTransaction age of an open transaction at which the relay reports it; it is reported
 *     again each time its age has doubled
 */
public record RelaySettings(
    int shards,
    Start start,
    Duration lease,
    Memory memory,
    RetryPolicy retries,
    Duration deliveryTimeout,
    Duration unsettledWarning,
    AfterDeadLetter afterDeadLetter,
    Polling polling,
    Duration saveInterval,
    Duration longTransaction) {
  public static final int MAX_SHARDS = 1024;

  /** Where a new relay begins. */
  public enum Start {
    /** With the oldest event that is in the outbox. */
    OLDEST,
    /** With what is committed after it was set up. */
    NOW
  }

  /**
   * Bounds on what is in memory, per node.
   *
   * @param maxEventsPerPage how many events one query reads, 1 to 10 000
   * @param maxEvents how many events are in memory at once, at least a page, up to 1 000 000
   * @param maxEventsPerBatch how many events a sink gets at once, 1 to 10 000
   * @param maxBlockedAggregates how many aggregates of a shard may wait for a failed event, 1 to 1
   *     000 000; beyond it the shard stops reading until some are mended
   */
  public record Memory(
      int maxEventsPerPage, int maxEvents, int maxEventsPerBatch, int maxBlockedAggregates) {
    public Memory {
      Checks.between("max events per page", maxEventsPerPage, 1, 10_000);
      Checks.between("max events", maxEvents, maxEventsPerPage, 1_000_000);
      Checks.between("max events per batch", maxEventsPerBatch, 1, 10_000);
      Checks.between("max blocked aggregates", maxBlockedAggregates, 1, 1_000_000);
    }

    /** Pages of a thousand, four of them, batches of five hundred, ten thousand blocked. */
    public static Memory standard() {
      return new Memory(1_000, 4_000, 500, 10_000);
    }
  }

  /**
   * The pause between two looks at an outbox that had nothing. It doubles from the first to the
   * last, and a wake-up starts it anew.
   */
  public record Polling(Duration first, Duration last) {
    public Polling {
      Checks.positive("first poll interval", first);
      Checks.positive("last poll interval", last);
      if (first.compareTo(last) > 0) {
        throw new IllegalArgumentException(
            "first poll interval %s is longer than the last %s".formatted(first, last));
      }
    }

    /** From 2 ms to half a second. */
    public static Polling standard() {
      return new Polling(Duration.ofMillis(2), Duration.ofMillis(500));
    }
  }

  public RelaySettings {
    Checks.between("shards", shards, 1, MAX_SHARDS);
    Checks.positive("lease", lease);
    Checks.positive("delivery timeout", deliveryTimeout);
    Checks.positive("unsettled warning", unsettledWarning);
    Checks.positive("long transaction", longTransaction);
    if (saveInterval.isNegative()) {
      throw new IllegalArgumentException(
          "save interval is " + saveInterval + "; it must not be negative");
    }
  }

  /**
   * Sixteen shards, leases of fifteen seconds, ten attempts within a day from half a second to ten
   * minutes apart, the aggregate waiting behind a dead letter.
   */
  public static RelaySettings standard() {
    return new RelaySettings(
        16,
        Start.OLDEST,
        Duration.ofSeconds(15),
        Memory.standard(),
        new RetryPolicy(10, Duration.ofDays(1), Duration.ofMillis(500), Duration.ofMinutes(10)),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        AfterDeadLetter.WAIT,
        Polling.standard(),
        Duration.ofMillis(50),
        Duration.ofSeconds(30));
  }

  public RelaySettings shards(int number) {
    return with(draft -> draft.shards = number);
  }

  public RelaySettings start(Start first) {
    return with(draft -> draft.start = first);
  }

  public RelaySettings lease(Duration length) {
    return with(draft -> draft.lease = length);
  }

  public RelaySettings memory(Memory bounds) {
    return with(draft -> draft.memory = bounds);
  }

  public RelaySettings retries(RetryPolicy policy) {
    return with(draft -> draft.retries = policy);
  }

  public RelaySettings deliveryTimeout(Duration timeout) {
    return with(draft -> draft.deliveryTimeout = timeout);
  }

  public RelaySettings unsettledWarning(Duration age) {
    return with(draft -> draft.unsettledWarning = age);
  }

  public RelaySettings afterDeadLetter(AfterDeadLetter what) {
    return with(draft -> draft.afterDeadLetter = what);
  }

  public RelaySettings polling(Polling intervals) {
    return with(draft -> draft.polling = intervals);
  }

  public RelaySettings saveInterval(Duration interval) {
    return with(draft -> draft.saveInterval = interval);
  }

  public RelaySettings longTransaction(Duration age) {
    return with(draft -> draft.longTransaction = age);
  }

  private RelaySettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** The settings while one of them changes. */
  private static final class Draft {
    private int shards;
    private Start start;
    private Duration lease;
    private Memory memory;
    private RetryPolicy retries;
    private Duration deliveryTimeout;
    private Duration unsettledWarning;
    private AfterDeadLetter afterDeadLetter;
    private Polling polling;
    private Duration saveInterval;
    private Duration longTransaction;

    private Draft(RelaySettings from) {
      this.shards = from.shards;
      this.start = from.start;
      this.lease = from.lease;
      this.memory = from.memory;
      this.retries = from.retries;
      this.deliveryTimeout = from.deliveryTimeout;
      this.unsettledWarning = from.unsettledWarning;
      this.afterDeadLetter = from.afterDeadLetter;
      this.polling = from.polling;
      this.saveInterval = from.saveInterval;
      this.longTransaction = from.longTransaction;
    }

    private RelaySettings settings() {
      return new RelaySettings(
          shards,
          start,
          lease,
          memory,
          retries,
          deliveryTimeout,
          unsettledWarning,
          afterDeadLetter,
          polling,
          saveInterval,
          longTransaction);
    }
  }
}
