package dev.semel.http;

import dev.semel.LeaseTerms;
import dev.semel.Takeover;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings for a handler that cannot be one transaction: it calls outside systems, answers
 * asynchronously, or takes long. The key is claimed first, a heartbeat holds it while the handler
 * runs, and the response is recorded afterwards. What cannot be known is decided here, by its
 * author; there are no defaults. Immutable.
 *
 * @param length how long the claim outlives its owner; heartbeats come at a third of it. Choose it
 *     longer than any pause of a living process
 * @param lostOutcome what happens when the owner vanished before it recorded an outcome
 * @param onFailure meaning of a 5xx or an exception
 * @param onTimeout meaning of an asynchronous response that the container ended, after a timeout or
 *     because the client left. The work may still be running, so that {@link OnFailure#RELEASE} is
 *     safe only if it may run twice at the same time. Default: {@link OnFailure#UNKNOWN}
 */
public record LeasedMode(
    Duration length, Takeover<HttpAnswer> lostOutcome, OnFailure onFailure, OnFailure onTimeout) {
  public LeasedMode {
    var unused = new LeaseTerms<>(length, lostOutcome);
    Objects.requireNonNull(lostOutcome, "lostOutcome");
    Objects.requireNonNull(onFailure, "onFailure");
    Objects.requireNonNull(onTimeout, "onTimeout");
  }

  /** Creates a mode in which the outcome of a timeout is unknown. */
  public LeasedMode(Duration length, Takeover<HttpAnswer> lostOutcome, OnFailure onFailure) {
    this(length, lostOutcome, onFailure, OnFailure.UNKNOWN);
  }

  /** Returns a copy in which a timeout has this meaning. */
  public LeasedMode onTimeout(OnFailure meaning) {
    return new LeasedMode(length, lostOutcome, onFailure, meaning);
  }
}
