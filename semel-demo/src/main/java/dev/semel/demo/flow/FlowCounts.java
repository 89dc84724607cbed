package dev.semel.demo.flow;

/**
 * What happened to messages since the start.
 *
 * @param duplicates came again and were dropped
 * @param parked came too early and were kept until it was their turn
 * @param dead were given up, for the time being
 */
public record FlowCounts(long duplicates, long parked, long dead) {
  /** What has happened since an earlier moment. */
  public FlowCounts since(FlowCounts before) {
    return new FlowCounts(
        duplicates - before.duplicates, parked - before.parked, dead - before.dead);
  }
}
