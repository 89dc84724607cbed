package dev.semel.spring.internal.listener;

import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageReader;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * A form that messages come to methods in. Implementations are immutable and safe for use by
 * several threads.
 */
public interface MessageForm {
  /** Whether an argument of this type has the form. */
  boolean fits(ResolvableType type);

  /** Why messages cannot be read from arguments of a type that fits; null if they can. */
  @Nullable String problemWith(ResolvableType type);

  /**
   * The message that an argument brings.
   *
   * @throws InvalidMessageException if it does not say which it is
   */
  Message read(Object argument, @Nullable MessageReader reader);

  /** A message under a name of its own, because the argument does not say which it is. */
  Message unread(Object argument);

  /** An argument made of a message that was kept. */
  Object restore(Message message, ResolvableType type);

  /** Whether callers are told in one exception which consumer failed. */
  boolean isFromContainer();

  /** How the caller of a method with a list is told which of its elements failed. */
  RuntimeException failedAt(int index, RuntimeException failure);

  /** A message itself. */
  final class Plain implements MessageForm {
    @Override
    public boolean fits(ResolvableType type) {
      return type.resolve() == Message.class;
    }

    @Override
    public @Nullable String problemWith(ResolvableType type) {
      return null;
    }

    @Override
    public Message read(Object argument, @Nullable MessageReader reader) {
      return (Message) argument;
    }

    @Override
    public Message unread(Object argument) {
      return (Message) argument;
    }

    @Override
    public Object restore(Message message, ResolvableType type) {
      return message;
    }

    @Override
    public boolean isFromContainer() {
      return false;
    }

    @Override
    public RuntimeException failedAt(int index, RuntimeException failure) {
      return failure;
    }
  }
}
