package dev.semel.bench.outbox;

import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Work;
import dev.semel.bench.process.Child;
import java.time.Duration;
import java.util.List;

/** Someone's outbox in a process of its own. For one thread. */
public final class OutboxChild implements AutoCloseable {
  /** Where events go that are to go nowhere. */
  public static final String NO_BROKER = Place.NO_BROKER;

  private final OutboxKind kind;
  private final Child child;

  private OutboxChild(OutboxKind kind, Child child) {
    this.kind = kind;
    this.child = child;
  }

  /**
   * Starts it.
   *
   * @param bootstrapServers the brokers, or {@link #NO_BROKER} (only with Semel's)
   */
  public static OutboxChild start(
      OutboxKind kind, String jdbcUrl, String bootstrapServers, int maxHeapMegabytes) {
    List<String> arguments = List.of(kind.name(), jdbcUrl, bootstrapServers);
    return new OutboxChild(
        kind, Child.start(OutboxProcess.class, kind.title(), maxHeapMegabytes, arguments));
  }

  public OutboxKind kind() {
    return kind;
  }

  /** Forgets what was published before. */
  public void reset() {
    child.order("reset");
  }

  /** Publishes so many events that wait. */
  public void fill(int events) {
    child.order("fill", events);
  }

  /** Delivers so many events that wait. Only the time of all together is known. */
  public Round drain(int events) {
    return Round.of(child.order("drain", events).value(), new long[events]);
  }

  /** Begins to deliver. */
  public void open() {
    child.order("open");
  }

  /** Delivers no more. */
  public void shut() {
    child.order("shut");
  }

  /** Publishes and delivers so many per second; the times from commit to acknowledgement. */
  public Round pace(int perSecond, int events) {
    return child.order("pace", perSecond, events).round();
  }

  /** Transactions of one insert by one thread. */
  public Round pay(Duration duration) {
    return child.order("pay", 1, duration.toNanos()).round();
  }

  /** Transactions of one insert and one event by one thread. */
  public Round publish(Duration duration) {
    return child.order("publish", 1, duration.toNanos()).round();
  }

  /** One transaction of one insert. */
  public Work payOnce() {
    return () -> child.order("pay once");
  }

  /** One transaction of one insert and one event. */
  public Work publishOnce() {
    return () -> child.order("publish once");
  }

  /** The most that was on its heap since the last reset, garbage included. */
  public long peakHeapBytes() {
    return child.order("heap").value();
  }

  @Override
  public void close() {
    child.close();
  }
}
