package dev.semel.kafka.pipeline;

import java.time.Duration;

/** Something that happened in a pipeline. Exactly one of these. */
public sealed interface PipelineChange {
  /** The name of the pipeline. */
  String pipeline();

  /** A transaction was committed. */
  record Committed(String pipeline, int read, int written) implements PipelineChange {}

  /**
   * A transaction was aborted, or could not begin: nothing of it counts, and its records are read
   * again.
   *
   * @param backoff how long the lane waits before
   */
  record Aborted(String pipeline, Duration backoff, String reason) implements PipelineChange {}

  /** A record was written to the topic for dead letters, in a transaction that was committed. */
  record DeadLettered(String pipeline, String topic, int partition, long offset, String reason)
      implements PipelineChange {}

  /** Another process runs under the same name and node. This lane has ended. */
  record Fenced(String pipeline, String transactionalId) implements PipelineChange {}
}
