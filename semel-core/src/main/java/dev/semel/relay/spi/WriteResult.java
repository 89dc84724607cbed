package dev.semel.relay.spi;

import dev.semel.relay.Aggregate;
import java.util.Set;

/**
 * What became of a write.
 *
 * @param current the shards that it was written for; the others have another owner
 * @param freed aggregates that an event of was published, and that nothing holds back now
 */
public record WriteResult(Set<Integer> current, Set<Aggregate> freed) {
  public WriteResult {
    current = Set.copyOf(current);
    freed = Set.copyOf(freed);
  }
}
