package dev.semel.http;

import dev.semel.LeaseTerms;
import dev.semel.Takeover;
import java.time.Duration;
import java.util.Objects;

/**
 * How a handler is run that cannot be one transaction: it calls outside systems, answers
 * asynchronously, or takes long. The key is claimed first, a heartbeat holds it while the handler
 * runs, and the response is recorded afterwards. What cannot be known is decided here, by its
 * author; there are no defaults. Immutable.
 *
 * @param length how long the claim outlives its owner; heartbeats come at a third of it. Choose it
 *     longer than any pause of a living process
 * @param lostOutcome what happens when the owner vanished before it recorded an outcome
 * @param onFailure what a 5xx, an exception or a timeout means
 */
public record LeasedMode(Duration length, Takeover<HttpAnswer> lostOutcome, OnFailure onFailure) {
  public LeasedMode {
    var unused = new LeaseTerms<>(length, lostOutcome);
    Objects.requireNonNull(lostOutcome, "lostOutcome");
    Objects.requireNonNull(onFailure, "onFailure");
  }
}
