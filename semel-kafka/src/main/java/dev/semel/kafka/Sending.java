package dev.semel.kafka;

import dev.semel.relay.Delivery;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends single events and settles them by the producer's answer. Called on the sink's own threads;
 * answers come on the producer's. Safe for use by several threads.
 */
final class Sending {
  private final Producers producers;
  private final EventRecords records;
  private final Set<String> knownTopics = ConcurrentHashMap.newKeySet();

  Sending(Producers producers, EventRecords records) {
    this.producers = producers;
    this.records = records;
  }

  /** Whether sending to it is not going to wait for news about the topic. */
  boolean knows(String topic) {
    return knownTopics.contains(topic);
  }

  /**
   * Waits until the producer knows the topic, so that sending does not have to. Takes as long as
   * {@code max.block.ms} if the topic is missing or all brokers are away.
   *
   * @return null if it knows it now
   */
  @Nullable SendFailure meet(String topic) {
    Producer<byte[], byte[]> producer = null;
    try {
      producer = producers.current();
      producer.partitionsFor(topic);
      knownTopics.add(topic);
      return null;
    } catch (RuntimeException e) {
      return failure(producer, topic, e);
    }
  }

  void send(Delivery delivery, String topic) {
    if (!delivery.isWanted()) {
      return;
    }
    Producer<byte[], byte[]> producer = null;
    try {
      producer = producers.current();
      Producer<byte[], byte[]> used = producer;
      // The callback hears the same, sooner.
      Future<RecordMetadata> unused =
          producer.send(
              records.of(delivery.event(), topic),
              (taken, e) -> answered(used, delivery, topic, e));
    } catch (RuntimeException e) {
      settle(delivery, failure(producer, topic, e));
    }
  }

  private void answered(
      Producer<byte[], byte[]> producer, Delivery delivery, String topic, @Nullable Exception e) {
    if (e == null) {
      delivery.published();
    } else {
      settle(delivery, failure(producer, topic, e));
    }
  }

  private SendFailure failure(
      @Nullable Producer<byte[], byte[]> producer, String topic, Exception e) {
    SendFailure failure = SendFailure.of(topic, e);
    if (e instanceof TimeoutException) {
      // The topic may be gone, and the next to send to it would wait in vain: meet it anew.
      knownTopics.remove(topic);
    }
    if (failure.kind() == SendFailure.Kind.BROKEN && producer != null) {
      producers.giveUp(producer, failure.reason());
    }
    return failure;
  }

  static void settle(Delivery delivery, SendFailure failure) {
    switch (failure.kind()) {
      case REFUSED -> delivery.refused(failure.reason());
      case FAILED -> delivery.failed(failure.reason());
      case UNAVAILABLE, BROKEN -> delivery.unavailable(failure.reason());
    }
  }
}
