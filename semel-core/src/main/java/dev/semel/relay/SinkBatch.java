package dev.semel.relay;

import java.util.List;

/**
 * Events of one shard, in order, to be published now. Immutable.
 *
 * @param relay whose events they are
 * @param shard which part of the aggregates; all events of an aggregate are in one shard
 * @param fence grows whenever another node takes the shard over; a sink whose other side can
 *     compare it keeps a late owner out
 * @param replay whether they are sent again for consumers that rebuild, beside the live stream
 * @param deliveries at least one
 */
public record SinkBatch(
    String relay, int shard, long fence, boolean replay, List<Delivery> deliveries) {
  public SinkBatch {
    deliveries = List.copyOf(deliveries);
  }
}
