package dev.semel.kafka.consumer;

import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.Received;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Applies Kafka's records through an inbox, whoever polled them. {@link KafkaConsumerRunner} polls
 * by itself; this class is for listener containers and loops that others wrote.
 *
 * <pre>{@code
 * KafkaInbox cases = KafkaInbox.of(inbox, consumer, handler, KafkaMessages.cloudEvents());
 *
 * if (cases.apply(record).mayAcknowledge()) {
 *   acknowledgment.acknowledge();
 * }
 * }</pre>
 *
 * <p><b>Guarantee.</b> A record that may be acknowledged is taken care of in the database, by a
 * transaction that has committed. A record that does not say which message it is becomes a dead
 * letter, named by its position. <b>Order.</b> A list is applied in its order; what comes behind a
 * failed record of its key is held back. <b>Threads.</b> Safe for use by several threads.
 */
public final class KafkaInbox {
  private final Inbox inbox;
  private final ConsumerSettings consumer;
  private final MessageHandler handler;
  private final KafkaMessages messages;

  private KafkaInbox(
      Inbox inbox, ConsumerSettings consumer, MessageHandler handler, KafkaMessages messages) {
    this.inbox = Objects.requireNonNull(inbox, "inbox");
    this.consumer = Objects.requireNonNull(consumer, "consumer");
    this.handler = Objects.requireNonNull(handler, "handler");
    this.messages = Objects.requireNonNull(messages, "messages");
  }

  public static KafkaInbox of(
      Inbox inbox, ConsumerSettings consumer, MessageHandler handler, KafkaMessages messages) {
    return new KafkaInbox(inbox, consumer, handler, messages);
  }

  /** Whose marks it leaves. */
  public ConsumerSettings consumer() {
    return consumer;
  }

  /**
   * Applies one record, at most once.
   *
   * @throws RuntimeException as {@link Inbox#consume}: what the handler threw, or what ails the
   *     store. Do not acknowledge it
   */
  public Consumed apply(ConsumerRecord<?, ?> record) {
    Message message;
    try {
      message = messages.read(record);
    } catch (InvalidMessageException invalid) {
      return refuse(record, invalid);
    }
    return inbox.consume(consumer, message, handler);
  }

  /**
   * Applies records in their order, as many in one transaction as the consumer's batches hold.
   *
   * @return what became of each, in their order
   */
  public List<Consumed> applyAll(List<? extends ConsumerRecord<?, ?>> records) {
    return new RecordBatch(this, records)
        .run(consumer.work().maxBatch(), batch -> inbox.consumeAll(consumer, batch, handler));
  }

  /**
   * Keeps records to be worked off by an {@link dev.semel.inbox.InboxWorker}. All may be
   * acknowledged when it returns, but one that the reader failed on.
   *
   * @return what became of each, in their order: applied means kept now
   */
  public List<Consumed> storeAll(List<? extends ConsumerRecord<?, ?>> records) {
    return new RecordBatch(this, records).run(consumer.work().maxBatch(), this::store);
  }

  private List<Consumed> store(List<Message> batch) {
    return inbox.store(consumer, batch).stream().map(KafkaInbox::asConsumed).toList();
  }

  private static Consumed asConsumed(Received received) {
    return switch (received) {
      case STORED -> new Consumed.Applied();
      case DUPLICATE -> new Consumed.Duplicate();
      case VIOLATION -> new Consumed.Violation();
    };
  }

  /**
   * Puts a record aside that cannot be applied, under its message's name if it says one. It may be
   * acknowledged then.
   */
  public Received deadLetter(ConsumerRecord<?, ?> record, String reason) {
    return inbox.deadLetter(consumer, nameOf(record), reason);
  }

  /** Whatever the reader fails with, the record has a position. */
  private Message nameOf(ConsumerRecord<?, ?> record) {
    try {
      return messages.read(record);
    } catch (RuntimeException unreadable) {
      return KafkaMessages.unread(record);
    }
  }

  Message read(ConsumerRecord<?, ?> record) {
    return messages.read(record);
  }

  Consumed refuse(ConsumerRecord<?, ?> record, InvalidMessageException invalid) {
    String reason = "the record does not say which message it is: " + invalid.getMessage();
    inbox.deadLetter(consumer, KafkaMessages.unread(record), reason);
    return new Consumed.Dead(reason);
  }
}
