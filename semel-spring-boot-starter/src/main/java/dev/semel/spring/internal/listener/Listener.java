package dev.semel.spring.internal.listener;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageReader;
import org.jspecify.annotations.Nullable;

/**
 * A consumer that a method is. Immutable.
 *
 * @param settings how it consumes
 * @param form that of its argument
 * @param reader finds out which message an argument brings; null if the form knows by itself
 */
public record Listener(
    ListenerMethod method,
    ConsumerSettings settings,
    MessageForm form,
    @Nullable MessageReader reader) {

  /**
   * The message that an argument brings.
   *
   * @throws InvalidMessageException if it does not say which it is
   */
  Message read(Object argument) {
    return form.read(argument, reader);
  }

  /** The message that an argument brings, under its own name or that of its place. */
  public Message nameOf(Object argument) {
    try {
      return read(argument);
    } catch (RuntimeException unreadable) {
      return form.unread(argument);
    }
  }

  /** An argument made of a message that was kept. */
  Object restore(Message message) {
    return form.restore(message, method.messageType());
  }
}
