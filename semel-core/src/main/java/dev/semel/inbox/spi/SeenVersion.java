package dev.semel.inbox.spi;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How far a consumer has followed an aggregate.
 *
 * @param version the last version that was applied
 * @param types the types of messages that were applied of it
 */
public record SeenVersion(long version, Set<String> types) {
  public SeenVersion {
    types = Set.copyOf(types);
  }

  /** The same version, with one more type applied. */
  public SeenVersion with(String type) {
    Set<String> more = new LinkedHashSet<>(types);
    more.add(type);
    return new SeenVersion(version, more);
  }
}
