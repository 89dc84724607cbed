package dev.semel.webhook;

import dev.semel.relay.RelayedEvent;
import java.util.Set;

/**
 * Which events an endpoint gets. What is empty does not matter. Immutable; each method returns a
 * changed copy.
 *
 * @param types of one of these types
 * @param tenants of one of these tenants
 * @param aggregateTypes about one of these kinds of things
 */
public record EventFilter(Set<String> types, Set<String> tenants, Set<String> aggregateTypes) {
  public EventFilter {
    types = Set.copyOf(types);
    tenants = Set.copyOf(tenants);
    aggregateTypes = Set.copyOf(aggregateTypes);
  }

  /** Every event of every tenant: for an endpoint of your own. */
  public static EventFilter everything() {
    return new EventFilter(Set.of(), Set.of(), Set.of());
  }

  /** The events of one tenant. */
  public static EventFilter ofTenant(String tenant) {
    return everything().tenants(tenant);
  }

  public EventFilter types(String... names) {
    return new EventFilter(Set.of(names), tenants, aggregateTypes);
  }

  public EventFilter tenants(String... names) {
    return new EventFilter(types, Set.of(names), aggregateTypes);
  }

  public EventFilter aggregateTypes(String... names) {
    return new EventFilter(types, tenants, Set.of(names));
  }

  boolean fits(RelayedEvent event) {
    return fits(types, event.type())
        && fits(tenants, event.tenant())
        && fits(aggregateTypes, event.aggregateType());
  }

  private static boolean fits(Set<String> wanted, String value) {
    return wanted.isEmpty() || wanted.contains(value);
  }
}
