package dev.semel.kafka.consumer;

import dev.semel.ConfigurationException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way through the inbox: those that can be read go together, the others are dealt
 * with one by one. Nothing goes past a record of its key that was not applied. For one thread.
 */
final class RecordBatch {
  /** What is done with messages that were read; one outcome for each. */
  interface Step {
    List<Consumed> run(List<Message> messages);
  }

  private final KafkaInbox inbox;
  private final List<? extends ConsumerRecord<?, ?>> records;
  private final List<@Nullable Consumed> outcomes = new ArrayList<>();
  private final Map<RecordKey, MessageId> held = new HashMap<>();
  private final List<Integer> places = new ArrayList<>();
  private final List<Message> together = new ArrayList<>();

  RecordBatch(KafkaInbox inbox, List<? extends ConsumerRecord<?, ?>> records) {
    this.inbox = inbox;
    this.records = records;
    records.forEach(record -> outcomes.add(null));
  }

  List<Consumed> run(int maxBatch, Step step) {
    for (int place = 0; place < records.size(); place++) {
      take(place);
      if (together.size() == maxBatch) {
        flush(step);
      }
    }
    flush(step);
    List<Consumed> all = new ArrayList<>();
    outcomes.forEach(outcome -> all.add(Objects.requireNonNull(outcome)));
    return all;
  }

  private void take(int place) {
    ConsumerRecord<?, ?> record = records.get(place);
    MessageId behind = held.isEmpty() ? null : held.get(RecordKey.of(record));
    if (behind != null) {
      outcomes.set(place, new Consumed.HeldBack(behind));
      return;
    }
    try {
      together.add(inbox.read(record));
      places.add(place);
    } catch (InvalidMessageException invalid) {
      outcomes.set(place, inbox.refuse(record, invalid));
    } catch (ConfigurationException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException failure) {
      settle(place, new Consumed.Failed(failure), KafkaMessages.unread(record).id());
    }
  }

  private void flush(Step step) {
    if (together.isEmpty()) {
      return;
    }
    List<Consumed> done = step.run(List.copyOf(together));
    for (int i = 0; i < done.size(); i++) {
      settle(places.get(i), done.get(i), together.get(i).id());
    }
    together.clear();
    places.clear();
  }

  /** A gap holds nothing back: what fills it can only come behind it, and versions keep order. */
  private void settle(int place, Consumed outcome, MessageId id) {
    outcomes.set(place, outcome);
    if (!outcome.mayAcknowledge() && !(outcome instanceof Consumed.Gap)) {
      held.putIfAbsent(RecordKey.of(records.get(place)), id);
    }
  }

  /** What order is kept within: a key of a partition, or all of its records that have none. */
  private record RecordKey(TopicPartition partition, @Nullable String key) {
    static RecordKey of(ConsumerRecord<?, ?> record) {
      return new RecordKey(
          new TopicPartition(record.topic(), record.partition()),
          KafkaMessages.delivery(record).key());
    }
  }
}
