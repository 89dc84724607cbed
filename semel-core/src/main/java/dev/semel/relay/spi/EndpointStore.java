package dev.semel.relay.spi;

import dev.semel.relay.DeadLetters;
import java.util.List;

/**
 * Which endpoints outside are switched off, and since when others have taken nothing, so that it
 * holds on every node and over restarts. It promises that a change is made once, and only by
 * someone who has seen the state before it.
 *
 * <p>Safe for use by several threads.
 */
public interface EndpointStore {
  /** How an endpoint stands; enabled in version 0 if it was never changed. */
  EndpointState find(String endpoint);

  /** How all stand that were ever changed. */
  List<EndpointState> all();

  /** The changes of an endpoint, the latest first, up to 1 to 10 000. */
  List<EndpointState> history(String endpoint, int limit);

  /**
   * Switches an endpoint on or off.
   *
   * @param seen as it stands, in the caller's eyes
   * @return false if it was changed meanwhile; nothing is changed then
   */
  boolean change(EndpointState seen, boolean enabled, DeadLetters.Decision decision);

  /** Those that have taken nothing since an attempt at them failed. */
  List<EndpointFailure> failing();

  /**
   * Notes that an endpoint takes nothing, unless that is known of the same version or a later one;
   * then the earlier time stays.
   */
  void fails(EndpointFailure first);

  /** Notes that an endpoint has taken something, or that nobody cares any more. */
  void takesAgain(String endpoint);
}
