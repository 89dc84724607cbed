package dev.semel.spring.relay;

import dev.semel.relay.Relay;

/**
 * A bean that has a say in how a {@link Relay} is made: settings of one relay that differ from
 * those of the others, listeners. Several are asked in their order.
 */
@FunctionalInterface
public interface RelayBuilderCustomizer {
  /**
   * Changes how a relay is made.
   *
   * @param relay its name, which is that of its sink's bean
   */
  void customize(String relay, Relay.Builder builder);
}
