package dev.semel.testing.net;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The end of one direction of a connection, where delays, black holes and byte counts apply. */
final class Outlet {

  private static final long MAX_PAUSE_NANOS = Duration.ofMillis(5).toNanos();

  private final Direction direction;
  private final Socket target;
  private final ProxyConnection connection;
  private final Faults faults;
  private final Traffic traffic;
  private final Map<ByteRule, Long> bytesLeft = new HashMap<>();
  private volatile boolean ended;
  private volatile boolean lostBytes;

  Outlet(
      Direction direction,
      Socket target,
      ProxyConnection connection,
      Faults faults,
      Traffic traffic) {
    this.direction = direction;
    this.target = target;
    this.connection = connection;
    this.faults = faults;
    this.traffic = traffic;
  }

  boolean hasLostBytes() {
    return lostBytes;
  }

  /** Ends the stream for the receiver. What is written later is lost. */
  void end() {
    ended = true;
    Sockets.endOutput(target);
  }

  /** Passes the bytes on, as far as the faults let them. Called by one thread. */
  void write(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    holdBack(bytes.length);
    if (faults.isBlackHole(direction)) {
      swallow(bytes.length);
    } else {
      writeUntilCut(bytes);
    }
  }

  private void swallow(int length) {
    lostBytes = true;
    traffic.countSwallowedBytes(direction, length);
    // Whoever healed it before these bytes were lost did not cut this connection.
    if (!faults.isBlackHole(direction)) {
      connection.cut();
    }
  }

  // In small steps, because the delay may be healed meanwhile.
  private void holdBack(int length) throws IOException {
    long startNanos = System.nanoTime();
    long leftNanos = faults.delay(direction).toNanos();
    if (leftNanos > 0) {
      traffic.countDelayedBytes(direction, length);
    }
    while (leftNanos > 0) {
      connection.pauseNanos(Math.min(leftNanos, MAX_PAUSE_NANOS));
      leftNanos = faults.delay(direction).toNanos() - (System.nanoTime() - startNanos);
    }
  }

  private void writeUntilCut(byte[] bytes) throws IOException {
    for (ByteRule rule : faults.byteRules()) {
      if (rule.direction() == direction && isUsedUp(rule, bytes.length) && rule.fault().claim()) {
        send(bytes, bytesLeft.getOrDefault(rule, 0L).intValue());
        rule.fault().fire(connection::cut);
        return;
      }
    }
    send(bytes, bytes.length);
  }

  // Leaves in the map how many of these bytes may still pass if the rule fires now.
  private boolean isUsedUp(ByteRule rule, int length) {
    long left = bytesLeft.getOrDefault(rule, rule.bytes());
    boolean usedUp = length >= left;
    bytesLeft.put(rule, usedUp ? left : left - length);
    return usedUp;
  }

  private void send(byte[] bytes, int length) throws IOException {
    if (ended) {
      return;
    }
    try {
      // Counted first, so that whoever has read the bytes finds them counted.
      traffic.countBytes(direction, length);
      target.getOutputStream().write(bytes, 0, length);
    } catch (IOException e) {
      // A write that meets the half-close of another thread is one of those that are lost.
      if (!ended) {
        throw e;
      }
    }
  }
}
