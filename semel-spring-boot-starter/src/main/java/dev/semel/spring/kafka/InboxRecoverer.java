package dev.semel.spring.kafka;

import dev.semel.inbox.Received;
import dev.semel.spring.internal.listener.IdempotentListeners;
import dev.semel.spring.internal.listener.Listener;
import dev.semel.spring.listener.MessageNotAppliedException;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.util.function.SingletonSupplier;

/**
 * Keeps a record that a container gives up as a dead letter of its consumer, so that the container
 * may go on. An operator can redrive it. Of listeners that are not {@link
 * dev.semel.spring.listener.IdempotentListener} it only logs, as Spring Kafka does.
 *
 * <p><b>Guarantee.</b> What this returns from is kept in the database. It throws, and the record is
 * delivered again, if that fails or if the failure was not the record's: the store away, or another
 * delivery at work. <b>Order.</b> Later messages of the same key are applied without it.
 * <b>Threads.</b> Safe for use by several threads.
 */
public final class InboxRecoverer implements ConsumerRecordRecoverer {
  private static final Logger LOG = LoggerFactory.getLogger(InboxRecoverer.class);

  private final SingletonSupplier<IdempotentListeners> listeners;

  /**
   * @param listeners asked for when the first record is given up
   */
  public InboxRecoverer(SingletonSupplier<IdempotentListeners> listeners) {
    this.listeners = listeners;
  }

  @Override
  public void accept(ConsumerRecord<?, ?> record, Exception exception) {
    MessageNotAppliedException failure = failureIn(exception);
    if (failure == null) {
      LOG.error(
          "a record is given up: topic {}, partition {}, offset {}",
          record.topic(),
          record.partition(),
          record.offset(),
          exception);
    } else if (failure instanceof MessageNotAppliedException.Postponed) {
      throw failure;
    } else {
      keep(listener(failure), record, reasonOf(failure));
    }
  }

  /** What a listener threw, however the container wrapped it; null if it was none. */
  static @Nullable MessageNotAppliedException failureIn(@Nullable Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof MessageNotAppliedException failure) {
        return failure;
      }
    }
    return null;
  }

  Listener listener(MessageNotAppliedException failure) {
    return Objects.requireNonNull(listeners.obtain().named(failure.consumer()));
  }

  private void keep(Listener listener, ConsumerRecord<?, ?> record, String reason) {
    Received received =
        listeners.obtain().inbox().deadLetter(listener.settings(), listener.nameOf(record), reason);
    LOG.debug("a record is a dead letter of {}: {}", listener.settings().name(), received);
  }

  private static String reasonOf(MessageNotAppliedException failure) {
    Throwable cause = failure.getCause();
    return cause == null
        ? String.valueOf(failure.getMessage())
        : "%s: %s".formatted(cause.getClass().getSimpleName(), cause.getMessage());
  }
}
