package dev.semel.relay;

import org.jspecify.annotations.Nullable;

/**
 * Which dead letters. What is null does not matter. Immutable.
 *
 * @param tenant whose
 * @param eventType of what type
 * @param aggregateType about what kind of thing
 * @param aggregateId about which thing
 */
public record DeadLetterFilter(
    @Nullable String tenant,
    @Nullable String eventType,
    @Nullable String aggregateType,
    @Nullable String aggregateId) {
  public static DeadLetterFilter all() {
    return new DeadLetterFilter(null, null, null, null);
  }

  public static DeadLetterFilter of(Aggregate aggregate) {
    return new DeadLetterFilter(aggregate.tenant(), null, aggregate.type(), aggregate.id());
  }

  public DeadLetterFilter tenant(String value) {
    return new DeadLetterFilter(value, eventType, aggregateType, aggregateId);
  }

  public DeadLetterFilter eventType(String value) {
    return new DeadLetterFilter(tenant, value, aggregateType, aggregateId);
  }

  public DeadLetterFilter aggregateType(String value) {
    return new DeadLetterFilter(tenant, eventType, value, aggregateId);
  }
}
