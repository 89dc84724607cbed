package dev.semel.relay;

/**
 * Hears what a relay does, on the relay's own threads. Must be quick, must not throw, and must be
 * safe for several threads; what it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface RelayListener {
  void onChange(RelayChange change);
}
