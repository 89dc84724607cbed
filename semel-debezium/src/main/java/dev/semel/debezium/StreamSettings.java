package dev.semel.debezium;

import java.time.Duration;

/**
 * How a relay reads the log. Immutable.
 *
 * @param heartbeat how often a mark is written to the log. It lets the slot move on while the
 *     outbox is idle and the rest of the database is not, and it is how far a lost slot, a purge
 *     and the status may lag behind what was published
 * @param maxLagBytes how much log the slot may keep on the server before it is reported
 * @param maxEvents how many events wait in memory between the engine and the relay
 * @param maxEventBytes about how many bytes wait in the engine's own queue
 */
public record StreamSettings(
    Duration heartbeat, long maxLagBytes, int maxEvents, long maxEventBytes) {
  private static final int MOST_EVENTS = 1_000_000;
  private static final long MEGABYTE = 1L << 20;

  public StreamSettings {
    Checks.positive("heartbeat", heartbeat);
    Checks.between("max lag bytes", maxLagBytes, 1, Long.MAX_VALUE);
    Checks.between("max events", maxEvents, 2, MOST_EVENTS);
    Checks.between("max event bytes", maxEventBytes, MEGABYTE, Long.MAX_VALUE);
  }

  /** A mark every five seconds, a report from 1 GiB on, 2000 events and 64 MiB in memory. */
  public static StreamSettings standard() {
    return new StreamSettings(Duration.ofSeconds(5), 1024 * MEGABYTE, 2_000, 64 * MEGABYTE);
  }

  public StreamSettings heartbeat(Duration interval) {
    return new StreamSettings(interval, maxLagBytes, maxEvents, maxEventBytes);
  }

  public StreamSettings maxLagBytes(long bytes) {
    return new StreamSettings(heartbeat, bytes, maxEvents, maxEventBytes);
  }

  public StreamSettings maxEvents(int events) {
    return new StreamSettings(heartbeat, maxLagBytes, events, maxEventBytes);
  }

  public StreamSettings maxEventBytes(long bytes) {
    return new StreamSettings(heartbeat, maxLagBytes, maxEvents, bytes);
  }
}
