package dev.semel.inbox;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the builder of a consumer has for every broker: which message a delivery brings, and what
 * becomes of it. For one thread.
 *
 * @param <B> the builder itself
 */
public abstract class IntakeBuilder<B extends IntakeBuilder<B>> {
  private final Inbox inbox;
  private final ConsumerSettings consumer;
  private MessageReader reader;
  private @Nullable MessageHandler handler;
  private @Nullable Runnable afterStoring;

  protected IntakeBuilder(Inbox inbox, ConsumerSettings consumer, MessageReader reader) {
    this.inbox = Objects.requireNonNull(inbox, "inbox");
    this.consumer = Objects.requireNonNull(consumer, "consumer");
    this.reader = reader;
  }

  /** The builder itself. */
  protected abstract B self();

  /** Which message a delivery brings; CloudEvents unless told. */
  public final B reader(MessageReader other) {
    this.reader = Objects.requireNonNull(other, "reader");
    return self();
  }

  /** Applies each message, then acknowledges it. */
  public final B applying(MessageHandler what) {
    this.handler = Objects.requireNonNull(what, "handler");
    return self();
  }

  /**
   * Stores each message, then acknowledges it. An {@link InboxWorker} applies them.
   *
   * @param afterwards runs after each batch: wakes the worker
   */
  public final B storing(Runnable afterwards) {
    this.afterStoring = Objects.requireNonNull(afterwards, "afterwards");
    return self();
  }

  /** The consumer's name. */
  protected final String consumerName() {
    return consumer.name();
  }

  /**
   * Makes an intake of what was said.
   *
   * @throws IllegalStateException unless messages are either applied or stored
   */
  protected final <H> Intake<H> intake() {
    if ((handler == null) == (afterStoring == null)) {
      throw new IllegalStateException(
          "say what becomes of messages: either applying(…) or storing(…)");
    }
    return handler == null
        ? Intake.storing(inbox, consumer, reader)
        : Intake.applying(inbox, consumer, reader, handler);
  }

  /** What is to run after a batch was acknowledged; nothing where messages are applied. */
  protected final Runnable afterBatch() {
    return afterStoring == null ? () -> {} : afterStoring;
  }
}
