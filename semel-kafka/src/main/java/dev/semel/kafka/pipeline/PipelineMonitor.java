package dev.semel.kafka.pipeline;

import dev.semel.kafka.internal.BrokenMachine;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, logs and tells the listeners. Safe for use by several threads. */
final class PipelineMonitor {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.kafka.pipeline");

  private final String pipeline;
  private final List<PipelineListener> listeners;
  private int runningLanes;
  private int fencedLanes;
  private long recordsRead;
  private long recordsWritten;
  private long deadLetters;
  private long abortedTransactions;
  private @Nullable String lastFailure;

  PipelineMonitor(String pipeline, List<PipelineListener> listeners) {
    this.pipeline = pipeline;
    this.listeners = List.copyOf(listeners);
  }

  synchronized PipelineStatus status() {
    return new PipelineStatus(
        runningLanes,
        fencedLanes,
        recordsRead,
        recordsWritten,
        deadLetters,
        abortedTransactions,
        lastFailure);
  }

  synchronized void laneStarted() {
    runningLanes++;
  }

  synchronized void laneEnded(boolean fenced) {
    runningLanes--;
    fencedLanes += fenced ? 1 : 0;
  }

  PipelineChange deadLettered(ConsumerRecord<?, ?> record, String reason) {
    return new PipelineChange.DeadLettered(
        pipeline, record.topic(), record.partition(), record.offset(), reason);
  }

  void committed(Transaction transaction, List<PipelineChange> dead) {
    synchronized (this) {
      recordsRead += transaction.read();
      recordsWritten += transaction.written();
      deadLetters += dead.size();
    }
    dead.forEach(change -> LOG.warn("{}", change));
    tell(new PipelineChange.Committed(pipeline, transaction.read(), transaction.written()));
    dead.forEach(this::tell);
  }

  void aborted(Duration backoff, String reason) {
    synchronized (this) {
      abortedTransactions++;
      lastFailure = reason;
    }
    LOG.warn("pipeline {}: goes back and tries again in {}: {}", pipeline, backoff, reason);
    tell(new PipelineChange.Aborted(pipeline, backoff, reason));
  }

  void fenced(String transactionalId) {
    LOG.error(
        "pipeline {}: another process runs as {}; this lane has ended. Give every node a name of"
            + " its own",
        pipeline,
        transactionalId);
    tell(new PipelineChange.Fenced(pipeline, transactionalId));
  }

  void laneBroke(Throwable failure) {
    synchronized (this) {
      lastFailure = failure.toString();
    }
    LOG.error("pipeline {}: a lane has ended; start the process anew", pipeline, failure);
  }

  void closingFailed(String what, RuntimeException failure) {
    LOG.warn("pipeline {}: its {} did not close in order: {}", pipeline, what, failure.toString());
  }

  private void tell(PipelineChange change) {
    for (PipelineListener listener : listeners) {
      try {
        listener.onChange(change);
      } catch (Throwable e) { // an error of its own would end the lane
        BrokenMachine.throwIfItIs(e);
        LOG.warn("pipeline {}: a listener failed", pipeline, e);
      }
    }
  }
}
