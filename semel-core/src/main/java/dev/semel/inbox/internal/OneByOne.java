package dev.semel.inbox.internal;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.InterruptedAttemptException;
import dev.semel.RetriesExhaustedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.spi.MessageBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies a batch whose common transaction failed, each message in a transaction of its own, so
 * that only what fails by itself fails. A message is not tried while an earlier one of its key was
 * not applied, because that would change their order. For one thread.
 */
final class OneByOne<T> {
  private final InboxParts<T> parts;
  private final ConsumerSettings consumer;
  private final MessageBody<T> body;
  private final Map<MessageKey, MessageId> heldKeys = new HashMap<>();
  private @Nullable RuntimeException exhausted;
  private int exhaustedInARow;
  private boolean released;

  OneByOne(InboxParts<T> parts, ConsumerSettings consumer, MessageBody<T> body) {
    this.parts = parts;
    this.consumer = consumer;
    this.body = body;
  }

  BatchRun.Result run(List<Task> tasks) {
    List<Consumed> outcomes = new ArrayList<>();
    for (Task task : tasks) {
      Consumed outcome = one(task);
      MessageKey key = MessageKey.of(consumer, task.message());
      if (!outcome.mayAcknowledge() && key != null) {
        heldKeys.putIfAbsent(key, task.message().id());
      }
      outcomes.add(outcome);
    }
    return new BatchRun.Result(outcomes, released);
  }

  private Consumed one(Task task) {
    MessageKey key = MessageKey.of(consumer, task.message());
    MessageId behind = key == null ? null : heldKeys.get(key);
    if (behind != null) {
      return new Consumed.HeldBack(behind);
    }
    // A second one in a row is not the message's fault: the store is away.
    if (exhausted != null && exhaustedInARow > 1) {
      return new Consumed.Failed(exhausted);
    }
    try {
      BatchRun.Result result = new BatchRun<>(parts, consumer, body, List.of(task)).run();
      released |= result.released();
      exhaustedInARow = 0;
      return result.outcomes().get(0);
    } catch (RetriesExhaustedException failure) {
      exhausted = failure;
      exhaustedInARow++;
      return new Consumed.Failed(failure);
    } catch (RuntimeException failure) {
      refuseUnlessTheMessages(failure);
      exhaustedInARow = 0;
      return new Consumed.Failed(failure);
    }
  }

  /** Whether a failure says nothing about the message, so that trying others is no use. */
  static void refuseUnlessTheMessages(RuntimeException failure) {
    if (failure instanceof ConfigurationException
        || failure instanceof InterruptedAttemptException
        || failure instanceof CommitUnknownException) {
      throw failure;
    }
  }
}
