package dev.semel.http.internal;

import dev.semel.Lease;
import dev.semel.LeaseLostException;
import dev.semel.SemelException;
import dev.semel.http.HttpEvent;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how a leased request ended. If the store is away, it holds the lease and tries again in
 * the background for a while, so that a handler that has done its work is not run again just
 * because nobody could write that down. For one request.
 */
final class LeaseRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRecorder.class);
  private static final int MAX_LATE_TRIES = 20;

  private final Exchange exchange;
  private final Lease<StoredResponse> lease;
  private final Duration leaseLength;
  private final Heartbeats heartbeats;
  private final Heartbeats.Beat beat;

  LeaseRecorder(Exchange exchange, Lease<StoredResponse> lease, Duration leaseLength) {
    this.exchange = exchange;
    this.lease = lease;
    this.leaseLength = leaseLength;
    this.heartbeats = exchange.parts().heartbeats();
    this.beat = heartbeats.start(lease, leaseLength);
  }

  /** Whatever becomes of it, the client is to get its response. */
  void record(Ending ending) {
    if (!isSettled(ending)) {
      exchange.tell(HttpEvent.OUTCOME_NOT_RECORDED);
      later(ending, 1);
    }
  }

  private void later(Ending ending, int tries) {
    heartbeats.later(leaseLength.dividedBy(2), () -> recordLate(ending, tries));
  }

  private void recordLate(Ending ending, int tries) {
    if (isSettled(ending)) {
      exchange.tell(HttpEvent.OUTCOME_RECORDED_LATE);
    } else if (tries < MAX_LATE_TRIES) {
      later(ending, tries + 1);
    } else {
      beat.stop();
      LOG.error(
          "{}: the outcome was never recorded; the lease runs out and is dealt with as its route says",
          lease.intent());
    }
  }

  /** False if it has to be tried again. */
  private boolean isSettled(Ending ending) {
    try {
      ending.record(lease);
      beat.stop();
      return true;
    } catch (LeaseLostException e) {
      beat.stop();
      LOG.warn("{}: the lease was taken over; this response is not recorded", lease.intent());
      exchange.tell(HttpEvent.LEASE_LOST);
      return true;
    } catch (SemelException e) {
      LOG.warn("{}: the outcome could not be recorded yet", lease.intent(), e);
      return false;
    }
  }
}
