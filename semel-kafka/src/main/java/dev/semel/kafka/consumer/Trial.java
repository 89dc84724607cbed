package dev.semel.kafka.consumer;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.InterruptedAttemptException;
import dev.semel.RetriesExhaustedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.WorkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Tries records and judges what became of them.
 *
 * <p>A failure counts against a record only if it is the record's own. Where the database gave up,
 * it is asked something harmless: if it does not answer, it is away, everybody waits and nothing is
 * counted. If it answers, the record is tried alone before anything is counted, because a batch
 * fails as a whole when its connection does. So it is with whatever else fails a batch as a whole.
 * Safe for use by several threads.
 */
final class Trial {
  private static final Verdict PASS = new Verdict.Pass();
  private static final MessageId NOBODY = new MessageId("semel", "is the database there");
  private static final int MAX_REASON_CAUSES = 5;

  private final Inbox inbox;
  private final KafkaInbox records;
  private final boolean stored;
  private final WorkSettings work;
  private final Outage outage;
  private final ConsumerNotifier notifier;

  Trial(Inbox inbox, KafkaInbox records, boolean stored, Outage outage, ConsumerNotifier notifier) {
    this.inbox = inbox;
    this.records = records;
    this.stored = stored;
    this.work = records.consumer().work();
    this.outage = outage;
    this.notifier = notifier;
  }

  /** Whatever happens, there is a verdict for each. */
  List<Verdict> run(List<Entry> batch) {
    long startNanos = System.nanoTime();
    List<Verdict> verdicts = new ArrayList<>();
    try {
      List<Consumed> outcomes = apply(batch);
      boolean alone = batch.size() == 1;
      for (int i = 0; i < batch.size(); i++) {
        verdicts.add(judge(batch.get(i), outcomes.get(i), alone, startNanos));
      }
    } catch (Throwable failure) { // a lane that ends would stop its keys for ever
      verdicts.clear();
      boolean own = batch.size() == 1;
      for (Entry entry : batch) {
        verdicts.add(judge(entry, failure, own, startNanos));
      }
    }
    return verdicts;
  }

  private List<Consumed> apply(List<Entry> batch) {
    List<ConsumerRecord<byte[], byte[]>> polled = batch.stream().map(Entry::record).toList();
    List<Consumed> outcomes = outcomesOf(polled);
    if (outcomes.stream().noneMatch(Trial::isStoreFailure)) {
      answered();
    }
    return outcomes;
  }

  /** The database did what it was asked for. */
  private void answered() {
    if (outage.ended()) {
      notifier.tell(new KafkaConsumerChange.StoreAvailable(notifier.consumer()));
    }
  }

  private List<Consumed> outcomesOf(List<ConsumerRecord<byte[], byte[]>> polled) {
    try {
      if (stored) {
        return records.storeAll(polled);
      }
      return polled.size() == 1 ? List.of(records.apply(polled.get(0))) : records.applyAll(polled);
    } finally {
      // What a handler left behind must not meet the database when that is asked what is wrong.
      boolean unused = Thread.interrupted();
    }
  }

  private static boolean isStoreFailure(Consumed outcome) {
    return outcome instanceof Consumed.Failed failed && isStoreFailure(failed.failure());
  }

  private static boolean isStoreFailure(Throwable failure) {
    return failure instanceof RetriesExhaustedException
        || failure instanceof CommitUnknownException;
  }

  private Verdict judge(Entry entry, Consumed outcome, boolean alone, long startNanos) {
    if (outcome.mayAcknowledge()) {
      return PASS;
    }
    if (outcome instanceof Consumed.Failed failed) {
      boolean own = alone || !isStoreFailure(failed.failure());
      return judge(entry, failed.failure(), own, startNanos);
    }
    if (outcome instanceof Consumed.Gap gap) {
      String reason = "version %d is missing".formatted(gap.missingVersion());
      return count(entry, reason, reason, false, startNanos);
    }
    // Somebody else is at work on it, or on what it waits for: no failure of its own.
    Duration after =
        outcome instanceof Consumed.InProgress busy ? busy.retryAfter() : work.firstBackoff();
    return new Verdict.Again(after, false);
  }

  /** Own is a failure that cannot be that of another record of the batch. */
  private Verdict judge(Entry entry, Throwable failure, boolean own, long startNanos) {
    if (wasInterruptedAtTheEnd(entry, failure) || isOutage(failure)) {
      pauseEverything(entry, failure, startNanos);
      return new Verdict.Again(Duration.ZERO, false);
    }
    return own
        ? count(entry, nameOf(failure), describe(failure), true, startNanos)
        : new Verdict.Again(backoff(1), true);
  }

  /** Before the end nobody interrupts an attempt but its handler, which may always do so. */
  private static boolean wasInterruptedAtTheEnd(Entry entry, Throwable failure) {
    return failure instanceof InterruptedAttemptException && entry.partition().isClosed();
  }

  private boolean isOutage(Throwable failure) {
    return failure instanceof ConfigurationException || (isStoreFailure(failure) && isAway());
  }

  private boolean isAway() {
    try {
      boolean unused = inbox.records().isKnown(records.consumer().name(), NOBODY);
      return false;
    } catch (RuntimeException away) {
      return true;
    }
  }

  private void pauseEverything(Entry entry, Throwable failure, long startNanos) {
    if (entry.partition().isClosed()) {
      // Its thread may have been interrupted at the end, which says nothing about the database.
      return;
    }
    String reason = nameOf(failure);
    Duration backoff = outage.failed(reason, startNanos);
    if (backoff != null) {
      notifier.tell(new KafkaConsumerChange.StoreUnavailable(notifier.consumer(), backoff, reason));
    }
  }

  /** Counts a failure, and puts the record aside if it was the last that is allowed. */
  private Verdict count(
      Entry entry, String name, String description, boolean alone, long startNanos) {
    int failures = entry.countFailure();
    if (failures >= work.maxAttempts()) {
      return putAside(entry, failures, name, description, startNanos);
    }
    Duration backoff = backoff(failures);
    notifier.tell(
        new KafkaConsumerChange.Held(
            notifier.consumer(),
            entry.partition().partition(),
            entry.offset(),
            failures,
            backoff,
            name));
    return new Verdict.Again(backoff, alone);
  }

  private Verdict putAside(
      Entry entry, int failures, String name, String description, long startNanos) {
    try {
      records.deadLetter(
          entry.record(), "failed %d attempts; the last: %s".formatted(failures, description));
    } catch (RuntimeException failure) {
      if (isOutage(failure)) {
        pauseEverything(entry, failure, startNanos);
        return new Verdict.Again(Duration.ZERO, true);
      }
      return new Verdict.Again(backoff(failures), true);
    }
    answered();
    notifier.tell(
        new KafkaConsumerChange.Dead(
            notifier.consumer(), entry.partition().partition(), entry.offset(), failures, name));
    return PASS;
  }

  private Duration backoff(int failures) {
    return work.backoffAfter(failures, ThreadLocalRandom.current().nextDouble());
  }

  /** Without the words, which may be personal: for logs and listeners. */
  private static String nameOf(Throwable failure) {
    return failure.getClass().getSimpleName();
  }

  private static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Throwable link = failure;
    for (int depth = 0; link != null && depth < MAX_REASON_CAUSES; depth++) {
      text.append(depth == 0 ? "" : "; because of ");
      text.append(link.getClass().getSimpleName()).append(": ").append(link.getMessage());
      link = link.getCause();
    }
    return text.toString().replace('\0', ' ');
  }
}
