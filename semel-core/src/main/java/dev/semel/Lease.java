package dev.semel;

import dev.semel.spi.HeldLease;
import java.sql.Connection;
import java.time.Instant;

/**
 * The right to work on an intent beyond one transaction, until a time on the database's clock.
 * Every method works only while the lease is the caller's: once somebody has taken it over, each
 * throws {@link LeaseLostException} and changes nothing. That a lease has run out is no loss by
 * itself; only a takeover is.
 *
 * <p>A lease that is neither completed nor given back runs out and is dealt with as its {@link
 * Takeover} says. Safe for use by several threads, so that a heartbeat can come from another one.
 *
 * @param <R> the result of the command
 */
public final class Lease<R> {
  private final HeldLease<Connection, R> held;

  Lease(HeldLease<Connection, R> held) {
    this.held = held;
  }

  public IntentId intent() {
    return held.intent();
  }

  /**
   * Grows with every grant of this intent. Hand it to outside systems that can refuse older ones.
   */
  public long fence() {
    return held.fence();
  }

  /** When it runs out, on the database's clock. */
  public Instant until() {
    return held.until();
  }

  /** Extends it by its full length from now. */
  public Instant heartbeat() {
    return held.heartbeat();
  }

  /** Settles the intent with a result. */
  public Outcome<R> complete(R result) {
    return held.complete(effect -> result);
  }

  /** Settles the intent in the transaction that holds its last effect. */
  public Outcome<R> complete(JdbcCommand<R> command) {
    return held.complete(JdbcBodies.body(command));
  }

  /** Settles the intent with a business no. */
  public Outcome<R> reject(String code, String detail) {
    return held.reject(new Rejection(code, detail));
  }

  /** Settles the intent as failed for good; retries get a rejection with this code. */
  public Outcome<R> fail(String code, String detail) {
    return held.fail(new Rejection(code, detail));
  }

  /** Gives it back with nothing done; the next attempt may run it at once. */
  public void release(String reason) {
    held.release(reason);
  }

  /**
   * Says that an outside effect may have happened; nobody runs it again until that is found out.
   */
  public Outcome<R> unknown(String reason) {
    return held.unknown(reason);
  }
}
