package dev.semel.kafka.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * One thread that reads, transforms and writes.
 *
 * <p>Why nothing is lost or doubled. A transaction begins after a poll and ends before the next, so
 * partitions never change hands within one that this member knows of. It holds the outputs and the
 * offsets behind their inputs: readers of committed records see both or neither. A member that was
 * thrown out of the group meanwhile is refused, because it names the generation in which it read. A
 * predecessor of the same node that still lives is refused, because the broker lets only the last
 * producer of a transactional id write, and what it had left open is aborted before this one
 * begins.
 *
 * <p>After any failure there is one way back: abort if the producer still can, so that readers need
 * not wait; make a new one, which settles what the old one left open either way; then go to the
 * offsets that are committed. If the answer to a commit was lost, they say whether it happened.
 *
 * <p>A producer that had anything to do with the failed transaction is not used again, even if it
 * could abort. Offsets that it was asked to send, and had not sent when it found out that its
 * transaction cannot be, stay with it, and it sends them with those of its next. They would be
 * committed, and what lies before them, of which nothing was written, would never be read again.
 * One that had nothing to do with it is kept, because a new one would end that of another process
 * of the same node unasked.
 *
 * <p>After a transaction has failed, its records are read in transactions of one each, in however
 * many polls they come. So a record whose output the broker refuses for what it is shows itself and
 * becomes a dead letter, those before it are done with, and what took too long together gets the
 * time it needs.
 *
 * <p>A lane ends when it is asked to, when it is fenced, and when the machine is broken. An
 * interrupt is none of these: it is a failure like others.
 */
final class PipelineLane implements Runnable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(5);

  private final PipelineClients clients;
  private final List<String> topics;
  private final int number;
  private final PipelineSettings settings;
  private final PipelineMonitor monitor;
  private final Outputs outputs;
  private final Suspects suspects = new Suspects();
  private final Positions positions = new Positions(this::forget);
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final Consumer<byte[], byte[]> consumer;
  private @Nullable Producer<byte[], byte[]> producer;
  private @Nullable Transaction open;
  private List<ConsumerRecord<byte[], byte[]>> inTransaction = List.of();
  private boolean producerInDoubt;
  private boolean mustRewind;
  private boolean fenced;
  private int failuresInARow;

  PipelineLane(
      PipelineClients clients,
      List<String> topics,
      int number,
      PipelineSettings settings,
      PipelineMonitor monitor,
      Transform transform,
      @Nullable String deadLetterTopic) {
    this.clients = clients;
    this.topics = topics;
    this.number = number;
    this.settings = settings;
    this.monitor = monitor;
    this.outputs = new Outputs(transform, deadLetterTopic, settings, this::mayGoOnAfter);
    this.consumer = clients.consumer();
  }

  /** Ends the lane after the record it is at; what is not committed by then comes again. */
  void stop() {
    stopAsked.countDown();
    consumer.wakeup();
  }

  @Override
  public void run() {
    monitor.laneStarted();
    try {
      consumer.subscribe(topics, positions);
      while (!isStopping() && !fenced) {
        step();
      }
    } catch (Throwable broken) {
      monitor.laneBroke(broken);
      throw broken;
    } finally {
      close();
    }
  }

  private void forget(Collection<TopicPartition> revoked) {
    suspects.forget(revoked);
    outputs.forget(revoked);
  }

  private boolean isStopping() {
    return stopAsked.getCount() == 0;
  }

  private void step() {
    try {
      Producer<byte[], byte[]> current = readyProducer();
      if (mustRewind) {
        positions.rewind(consumer);
        mustRewind = false;
      }
      readAndWrite(current);
    } catch (WakeupException | StopAskedException e) {
      // The stop that was asked for. A transaction that is open is aborted in the end.
    } catch (RuntimeException e) {
      recover(e);
    }
  }

  /** A new producer first ends what the one before it has left open. */
  private Producer<byte[], byte[]> readyProducer() {
    if (producer == null) {
      Producer<byte[], byte[]> fresh = clients.producer(number);
      producer = fresh;
      producerInDoubt = true;
      fresh.initTransactions();
      producerInDoubt = false;
    }
    return producer;
  }

  private void readAndWrite(Producer<byte[], byte[]> current) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    consumer.poll(POLL).forEach(records::add);
    records.forEach(positions::note);
    ConsumerGroupMetadata group = consumer.groupMetadata();
    int from = 0;
    while (from < records.size() && !isStopping()) {
      int end = suspects.endOfTransaction(records, from);
      transact(current, records.subList(from, end), group);
      from = end;
    }
  }

  private void transact(
      Producer<byte[], byte[]> current,
      List<ConsumerRecord<byte[], byte[]>> records,
      ConsumerGroupMetadata group) {
    Transaction transaction = begin(current, records);
    List<PipelineChange> dead = new ArrayList<>();
    try {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        add(transaction, record, dead);
      }
      transaction.commit(group);
    } catch (KafkaException e) {
      condemnIfAlone(records, transaction);
      throw e;
    }
    open = null;
    failuresInARow = 0;
    suspects.pass(records);
    records.forEach(outputs::forget);
    monitor.committed(transaction, dead);
  }

  private Transaction begin(
      Producer<byte[], byte[]> current, List<ConsumerRecord<byte[], byte[]>> records) {
    producerInDoubt = true;
    Transaction transaction = new Transaction(current);
    producerInDoubt = false;
    open = transaction;
    inTransaction = records;
    return transaction;
  }

  private void add(
      Transaction transaction, ConsumerRecord<byte[], byte[]> record, List<PipelineChange> dead) {
    if (isStopping()) {
      throw new StopAskedException();
    }
    Outputs.Output output = outputs.of(record);
    transaction.add(record, output.records());
    if (output.deadReason() != null) {
      dead.add(monitor.deadLettered(record, output.deadReason()));
    }
  }

  private void condemnIfAlone(
      List<ConsumerRecord<byte[], byte[]>> records, Transaction transaction) {
    Exception fault = records.size() == 1 ? transaction.outputFault() : null;
    if (fault != null) {
      outputs.condemn(records.get(0), fault);
    }
  }

  private void recover(RuntimeException failure) {
    // It has made this fail already; left standing, it would make the way back fail too.
    boolean unused = Thread.interrupted();
    Transaction failed = open;
    open = null;
    mustRewind = true;
    if (failed != null) {
      suspects.add(inTransaction);
    }
    // Before aborting, which fails everything that is still to be written.
    Exception sendFailure = failed == null ? null : failed.sendFailure();
    boolean mayAbort = failed != null && !failed.mayBeCommitted();
    RuntimeException abortFailure = mayAbort ? abort() : null;
    boolean saysFenced = saysFenced(failure) || saysFenced(sendFailure) || saysFenced(abortFailure);
    if (saysFenced && !tookTooLong(failed)) {
      fenced = true;
      monitor.fenced(clients.transactionalId(number));
      return;
    }
    boolean touched = failed != null && !failed.isUntouched();
    if (producerInDoubt || touched || abortFailure != null) {
      giveUpProducer();
    }
    failuresInARow++;
    Duration backoff = settings.backoffAfter(failuresInARow);
    monitor.aborted(backoff, String.valueOf(sendFailure == null ? failure : sendFailure));
    mayGoOnAfter(backoff);
  }

  /**
   * The broker says of a transaction that it aborted because it took too long what it says when
   * another producer has taken our transactional id. The first is begun again. With the second a
   * new producer would end the other, which would end ours, and so on.
   */
  private boolean tookTooLong(@Nullable Transaction failed) {
    return failed != null && failed.isOlderThan(settings.transactionTimeout().toNanos());
  }

  private static boolean saysFenced(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProducerFencedException
          || cause instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }

  /** Takes back what was written; null if the producer could. */
  private @Nullable RuntimeException abort() {
    try {
      if (producer != null) {
        producer.abortTransaction();
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private void giveUpProducer() {
    Producer<byte[], byte[]> old = producer;
    producer = null;
    producerInDoubt = false;
    try {
      if (old != null) {
        old.close(Duration.ZERO);
      }
    } catch (RuntimeException e) {
      monitor.closingFailed("producer", e);
    }
  }

  /** Waits, but not longer than until the stop; false if that has come. */
  private boolean mayGoOnAfter(Duration wait) {
    try {
      return !stopAsked.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return !isStopping();
    }
  }

  /** Whatever has happened before, and whatever happens in here, the lane is counted as ended. */
  private void close() {
    // Kafka's clients do not close in order while it stands, and the thread ends here anyway.
    boolean unused = Thread.interrupted();
    try {
      leave();
    } finally {
      try {
        discard();
      } finally {
        monitor.laneEnded(fenced);
      }
    }
  }

  /** Readers need not wait for what will not be committed. */
  private void leave() {
    Transaction left = open;
    open = null;
    if (left != null && !left.mayBeCommitted()) {
      RuntimeException failure = abort();
      if (failure != null) {
        monitor.closingFailed("transaction", failure);
      }
    }
    giveUpProducer();
  }

  /** Gives up the consumer that it was made with. */
  void discard() {
    try {
      consumer.close(CloseOptions.timeout(MAX_CLOSE));
    } catch (RuntimeException e) {
      monitor.closingFailed("consumer", e);
    }
  }
}
