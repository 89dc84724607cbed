package dev.semel.kafka;

import dev.semel.relay.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Keeps events for topics that the producer does not know yet from holding up all others: one
 * thread asks for the topic, and what comes for it meanwhile waits here. Order between them does
 * not matter, because they are of different aggregates. Safe for use by several threads.
 */
final class TopicDesk {
  private final Sending sending;
  private final Executor askers;
  private final Map<String, List<Delivery>> waiting = new HashMap<>();

  TopicDesk(Sending sending, Executor askers) {
    this.sending = sending;
    this.askers = askers;
  }

  void send(Delivery delivery, String topic) {
    if (sending.knows(topic)) {
      sending.send(delivery, topic);
    } else if (isFirstToWait(delivery, topic)) {
      askers.execute(() -> ask(topic));
    }
  }

  private synchronized boolean isFirstToWait(Delivery delivery, String topic) {
    List<Delivery> others = waiting.get(topic);
    if (others != null) {
      others.add(delivery);
      return false;
    }
    waiting.put(topic, new ArrayList<>(List.of(delivery)));
    return true;
  }

  private void ask(String topic) {
    SendFailure failure = sending.meet(topic);
    for (Delivery delivery : takeAll(topic)) {
      goOn(delivery, topic, failure);
    }
  }

  private void goOn(Delivery delivery, String topic, @Nullable SendFailure failure) {
    if (failure == null) {
      sending.send(delivery, topic);
    } else {
      Sending.settle(delivery, failure);
    }
  }

  private synchronized List<Delivery> takeAll(String topic) {
    List<Delivery> all = waiting.remove(topic);
    return all == null ? List.of() : all;
  }
}
