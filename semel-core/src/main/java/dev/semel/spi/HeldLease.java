package dev.semel.spi;

import dev.semel.IntentId;
import dev.semel.Outcome;
import dev.semel.Rejection;
import java.time.Instant;

/**
 * A lease in the hands of its owner, for any store; {@link dev.semel.Lease} is what JDBC users see.
 * Every method but the getters throws {@link dev.semel.LeaseLostException} and changes nothing once
 * the lease is somebody else's.
 *
 * @param <T> the store's transaction handle
 * @param <R> the result of the command
 */
public interface HeldLease<T, R> {
  IntentId intent();

  long fence();

  Instant until();

  Instant heartbeat();

  Outcome<R> complete(Body<T, R> body);

  Outcome<R> reject(Rejection rejection);

  Outcome<R> fail(Rejection rejection);

  void release(String reason);

  Outcome<R> unknown(String reason);
}
