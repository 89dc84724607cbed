package dev.semel.debezium;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import io.debezium.engine.spi.OffsetCommitPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the engine, from its start to its end: it is not mended, but run anew. Its offsets
 * move only when it is told to.
 */
final class EngineRun implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>> {
  private static final Logger LOG = LoggerFactory.getLogger(EngineRun.class);
  private static final long CLOSE_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long FULL_MILLIS = 200;

  private final Inlet inlet;
  private final Runnable check;
  private final Runnable onArrival;
  private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;
  private volatile @Nullable Confirming confirming;
  private volatile boolean started;
  private volatile boolean over;
  private volatile boolean closing;
  private boolean checked;
  private @Nullable String failure;
  private @Nullable Throwable cause;

  /** What an offset is told with; the record says which partition, and any will do. */
  private record Confirming(
      DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer,
      RecordChangeEvent<SourceRecord> record) {}

  /**
   * Makes a run.
   *
   * @param check called before anything is taken up; ends the run by what it throws
   * @param onStart called once it reads
   * @param onArrival called when events have come
   */
  EngineRun(
      Properties properties, Inlet inlet, Runnable check, Runnable onStart, Runnable onArrival) {
    this.inlet = inlet;
    this.check = check;
    this.onArrival = onArrival;
    this.engine =
        DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
            .using(properties)
            .using(OffsetCommitPolicy.always())
            .using(getClass().getClassLoader())
            .using(
                new DebeziumEngine.ConnectorCallback() {
                  @Override
                  public void pollingStarted() {
                    started = true;
                    onStart.run();
                  }
                })
            .using(this::ended)
            .notifying(this)
            .build();
  }

  private void ended(boolean success, @Nullable String message, @Nullable Throwable error) {
    if (!success) {
      failure = message == null ? "the engine failed" : message;
      cause = error;
    }
  }

  /**
   * Runs until it is closed.
   *
   * @throws IllegalStateException if it fails
   */
  void run() {
    try {
      engine.run();
    } finally {
      started = false;
      over = true;
    }
    if (!closing && failure != null) {
      throw new IllegalStateException(failure + rootMessage(), cause);
    }
  }

  private String rootMessage() {
    Throwable root = cause;
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    return root == null ? "" : ": " + root.getMessage();
  }

  boolean isReading() {
    return started;
  }

  @Override
  public void handleBatch(
      List<RecordChangeEvent<SourceRecord>> records,
      DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    if (!checked) {
      check.run();
      checked = true;
    }
    boolean any = false;
    for (RecordChangeEvent<SourceRecord> record : records) {
      LogItem item = LogDecoder.decode(record.record());
      if (item != null) {
        confirming = new Confirming(committer, record);
        put(item, committer);
        any |= item instanceof LogItem.Inserted;
      }
    }
    committer.markBatchFinished();
    if (any) {
      onArrival.run();
    }
  }

  /** Waits for room, and has offsets saved meanwhile. */
  private void put(
      LogItem item, DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    while (!inlet.offer(item, FULL_MILLIS)) {
      onArrival.run();
      committer.markBatchFinished();
    }
  }

  /** Everything up to this offset is done; it is saved by the engine's own thread. */
  void confirm(Map<String, ?> offset) {
    Confirming with = confirming;
    if (with == null || over) {
      return;
    }
    DebeziumEngine.Offsets offsets = with.committer().buildOffsets();
    offset.forEach(offsets::set);
    try {
      with.committer().markProcessed(with.record(), offsets);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it, also while it starts. Does not wait for the thread that runs it. */
  void close() {
    closing = true;
    while (!over && !closed()) {
      LockSupport.parkNanos(CLOSE_RETRY_NANOS);
    }
  }

  /** It refuses while it is starting, and when it has been closed. */
  private boolean closed() {
    try {
      engine.close();
      return true;
    } catch (IllegalStateException | IOException e) {
      LOG.debug("the engine cannot be closed yet", e);
      return false;
    }
  }
}
