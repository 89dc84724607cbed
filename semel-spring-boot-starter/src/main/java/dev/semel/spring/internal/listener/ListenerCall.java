package dev.semel.spring.internal.listener;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.InterruptedAttemptException;
import dev.semel.RetriesExhaustedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import dev.semel.spring.internal.SelfManagedHandler;
import dev.semel.spring.listener.MessageNotAppliedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call of a listener. For one thread. */
final class ListenerCall {
  private final IdempotentListeners listeners;
  private final Listener listener;
  private final Consumer<Object> method;
  private final IdentityHashMap<Message, Object> arguments = new IdentityHashMap<>();

  /**
   * @param method runs the method itself with an argument
   */
  ListenerCall(IdempotentListeners listeners, Listener listener, Consumer<Object> method) {
    this.listeners = listeners;
    this.listener = listener;
    this.method = method;
  }

  /** Returns if what the argument brings may be acknowledged, and throws if not. */
  void receive(Object argument) {
    if (argument instanceof List<?> list && listener.method().takesList()) {
      receiveAll(list);
    } else {
      receiveOne(argument);
    }
  }

  private void receiveOne(Object argument) {
    Message message = read(argument);
    if (message == null) {
      return;
    }
    RuntimeException failure = failureOf(message);
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable RuntimeException failureOf(Message message) {
    try {
      return notAcknowledged(listeners.joining().consume(listener.settings(), message, handler()));
    } catch (RuntimeException failure) {
      return listener.form().isFromContainer() ? wrapped(failure) : failure;
    }
  }

  /** What does not say which message it is, no redelivery mends: it is put aside. */
  private @Nullable Message read(Object argument) {
    try {
      Message message = listener.read(argument);
      arguments.put(message, argument);
      return message;
    } catch (InvalidMessageException invalid) {
      var unused =
          listeners
              .inbox()
              .deadLetter(
                  listener.settings(),
                  listener.form().unread(argument),
                  "it does not say which message it is: " + invalid.getMessage());
      return null;
    }
  }

  private void receiveAll(List<?> list) {
    int maxBatch = listener.settings().work().maxBatch();
    for (int from = 0; from < list.size(); from += maxBatch) {
      receiveBatch(list, from, Math.min(list.size(), from + maxBatch));
    }
  }

  private void receiveBatch(List<?> list, int from, int to) {
    List<Message> batch = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Message message = read(list.get(i));
      if (message != null) {
        batch.add(message);
        places.add(i);
      }
    }
    throwFirstFailure(outcomes(batch, from), places);
  }

  private List<Consumed> outcomes(List<Message> batch, int from) {
    try {
      return listeners.joining().consumeAll(listener.settings(), batch, handler());
    } catch (RuntimeException failure) {
      throw listener.form().isFromContainer()
          ? listener.form().failedAt(from, wrapped(failure))
          : failure;
    }
  }

  /** Whoever delivers again from the first on does not change the order within a key. */
  private void throwFirstFailure(List<Consumed> outcomes, List<Integer> places) {
    for (int i = 0; i < outcomes.size(); i++) {
      RuntimeException failure = notAcknowledged(outcomes.get(i));
      if (failure != null) {
        throw listener.form().failedAt(places.get(i), failure);
      }
    }
  }

  private SelfManagedHandler handler() {
    return (message, effect) -> method.accept(asTaken(argumentOf(message)));
  }

  private Object argumentOf(Message message) {
    Object argument = arguments.get(message);
    return argument == null ? listener.restore(message) : argument;
  }

  private Object asTaken(Object argument) {
    return listener.method().takesList() ? List.of(argument) : argument;
  }

  private @Nullable RuntimeException notAcknowledged(Consumed outcome) {
    if (outcome.mayAcknowledge()) {
      return null;
    }
    if (outcome instanceof Consumed.Failed failed) {
      return wrapped(failed.failure());
    }
    String consumer = listener.settings().name();
    if (outcome instanceof Consumed.Gap gap) {
      return new MessageNotAppliedException(
          consumer, "version %d is missing".formatted(gap.missingVersion()), null);
    }
    return new MessageNotAppliedException.Postponed(
        consumer, "another delivery is at work or has failed: " + outcome, null);
  }

  private MessageNotAppliedException wrapped(RuntimeException failure) {
    String consumer = listener.settings().name();
    String words = "consumer %s could not apply a message".formatted(consumer);
    Throwable cause = failure instanceof CheckedFailure carried ? carried.getCause() : failure;
    return isPassing(failure)
        ? new MessageNotAppliedException.Postponed(consumer, words, cause)
        : new MessageNotAppliedException(consumer, words, cause);
  }

  /** Whether a failure says nothing about the message. */
  private static boolean isPassing(RuntimeException failure) {
    return failure instanceof RetriesExhaustedException
        || failure instanceof CommitUnknownException
        || failure instanceof InterruptedAttemptException
        || failure instanceof ConfigurationException;
  }
}
