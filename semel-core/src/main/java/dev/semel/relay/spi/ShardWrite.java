package dev.semel.relay.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written for one shard.
 *
 * @param cursor what it has passed; null leaves it as it is
 * @param changes in order
 */
public record ShardWrite(ShardLease lease, @Nullable Cursor cursor, List<HeldChange> changes) {
  public ShardWrite {
    changes = List.copyOf(changes);
  }
}
