package dev.semel.inbox;

import java.util.Comparator;

/**
 * A thing whose versions a guard follows. Ids are a tenant's own, so that the same id of two
 * tenants is two things. Ordered, so that all transactions can take things in the same order.
 *
 * @param tenant whose it is
 * @param type what kind of thing; empty where messages name none
 * @param key which thing
 */
public record Aggregate(String tenant, String type, String key) implements Comparable<Aggregate> {
  private static final Comparator<Aggregate> ORDER =
      Comparator.comparing(Aggregate::tenant)
          .thenComparing(Aggregate::type)
          .thenComparing(Aggregate::key);

  @Override
  public int compareTo(Aggregate other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "%s %s of %s".formatted(type, key, tenant);
  }
}
