package dev.semel.relay.internal;

import dev.semel.relay.AfterDeadLetter;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.relay.spi.RelayStore;

/**
 * What the parts of a relay share. Immutable.
 *
 * @param name of the relay
 * @param node of this node
 */
public record RelayContext(
    RelayStore store,
    String name,
    String node,
    Sink sink,
    RelaySettings settings,
    RelayNotifier notifier) {

  boolean deadLettersBlock() {
    return settings.afterDeadLetter() == AfterDeadLetter.WAIT;
  }
}
