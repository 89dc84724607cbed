package dev.semel.relay.spi;

import java.util.Set;

/**
 * Who shares the work.
 *
 * @param liveNodes how many nodes have shown a sign of life, this one included
 * @param rank of this node among them, from 0
 * @param renewed the shards whose leases were extended; others that the node held are lost
 */
public record Membership(int liveNodes, int rank, Set<Integer> renewed) {
  public Membership {
    renewed = Set.copyOf(renewed);
  }

  /** How many shards are this node's share. The shares of all nodes add up to all shards. */
  public int shareOf(int shards) {
    return shards / liveNodes + (rank < shards % liveNodes ? 1 : 0);
  }
}
