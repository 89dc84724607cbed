package dev.semel.debezium;

/**
 * Hears of changes in how a relay reads the log. Called on the relay's threads: be quick. What it
 * throws is logged and changes nothing.
 */
@FunctionalInterface
public interface StreamListener {
  void onChange(StreamChange change);
}
