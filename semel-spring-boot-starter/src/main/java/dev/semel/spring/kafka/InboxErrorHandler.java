package dev.semel.spring.kafka;

import dev.semel.inbox.WorkSettings;
import dev.semel.spring.listener.MessageNotAppliedException;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Delivers a record again that a {@link dev.semel.spring.listener.IdempotentListener} could not
 * apply, as often as its consumer's attempts and with its backoff, and then keeps it as a dead
 * letter. What is not the record's fault is delivered again for as long as it takes. Of other
 * listeners it is Spring Kafka's usual handler.
 *
 * <p><b>Guarantee.</b> No record of such a listener is acknowledged before it is applied or kept.
 * <b>Order.</b> A partition waits for its record. <b>Threads.</b> As Spring Kafka's.
 */
public final class InboxErrorHandler extends DefaultErrorHandler {
  /** A container that waits longer would drop out of its group. */
  private static final long MAX_BACKOFF_MILLIS = 10_000;

  private static final long POSTPONED_FIRST_MILLIS = 100;
  private static final double DOUBLING = 2;

  private final InboxRecoverer recoverer;
  private final Function<String, @Nullable String> consumers;

  /**
   * @param consumers tells by a container's id the consumer it calls; null if it calls none
   */
  public InboxErrorHandler(InboxRecoverer recoverer, Function<String, @Nullable String> consumers) {
    super(recoverer);
    this.recoverer = recoverer;
    this.consumers = consumers;
    setBackOffFunction(this::backOff);
  }

  @Override
  public boolean handleOne(
      Exception thrown,
      ConsumerRecord<?, ?> record,
      Consumer<?, ?> consumer,
      MessageListenerContainer container) {
    return super.handleOne(named(thrown, container), record, consumer, container);
  }

  @Override
  public void handleRemaining(
      Exception thrown,
      List<ConsumerRecord<?, ?>> records,
      Consumer<?, ?> consumer,
      MessageListenerContainer container) {
    super.handleRemaining(named(thrown, container), records, consumer, container);
  }

  @Override
  public <K, V> ConsumerRecords<K, V> handleBatchAndReturnRemaining(
      Exception thrown,
      ConsumerRecords<?, ?> data,
      Consumer<?, ?> consumer,
      MessageListenerContainer container,
      Runnable invokeListener) {
    return super.handleBatchAndReturnRemaining(
        named(thrown, container), data, consumer, container, invokeListener);
  }

  /** What fails around a listener, before it is called, must not be lost either. */
  private Exception named(Exception thrown, MessageListenerContainer container) {
    String id = container.getListenerId();
    String consumer = id == null ? null : consumers.apply(id);
    return consumer == null || InboxRecoverer.failureIn(thrown) != null
        ? thrown
        : new MessageNotAppliedException(consumer, "a record did not reach its listener", thrown);
  }

  private @Nullable BackOff backOff(ConsumerRecord<?, ?> record, @Nullable Exception exception) {
    MessageNotAppliedException failure = InboxRecoverer.failureIn(exception);
    if (failure == null) {
      return null;
    }
    return failure instanceof MessageNotAppliedException.Postponed
        ? forAsLongAsItTakes()
        : attempts(recoverer.listener(failure).settings().work());
  }

  private static BackOff forAsLongAsItTakes() {
    ExponentialBackOff backOff = new ExponentialBackOff(POSTPONED_FIRST_MILLIS, DOUBLING);
    backOff.setMaxInterval(MAX_BACKOFF_MILLIS);
    return backOff;
  }

  private static BackOff attempts(WorkSettings work) {
    long firstMillis = Math.min(MAX_BACKOFF_MILLIS, work.firstBackoff().toMillis());
    ExponentialBackOff backOff = new ExponentialBackOff(firstMillis, DOUBLING);
    backOff.setMaxAttempts(work.maxAttempts() - 1L);
    backOff.setMaxInterval(Math.min(MAX_BACKOFF_MILLIS, work.maxBackoff().toMillis()));
    return backOff;
  }
}
