package dev.semel.spring.listener;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/**
 * A message was not applied and nothing of it is stored. It must not be acknowledged, but delivered
 * again. If the method failed, what it threw is the cause.
 */
public class MessageNotAppliedException extends SemelException {
  private static final long serialVersionUID = 1L;

  private final String consumer;

  public MessageNotAppliedException(String consumer, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.consumer = consumer;
  }

  /** Whose message it is. */
  public final String consumer() {
    return consumer;
  }

  /**
   * It is not the message's fault: the store is away or contended, or another delivery is at work.
   * It passes, and the message must never be given up for it.
   */
  public static final class Postponed extends MessageNotAppliedException {
    private static final long serialVersionUID = 1L;

    public Postponed(String consumer, String message, @Nullable Throwable cause) {
      super(consumer, message, cause);
    }
  }
}
