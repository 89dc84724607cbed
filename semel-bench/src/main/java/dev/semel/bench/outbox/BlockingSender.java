package dev.semel.bench.outbox;

import dev.semel.bench.work.EventSample;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends one event and waits for it, as everybody does whose outbox calls a method per event. */
final class BlockingSender implements KafkaSender, AutoCloseable {
  private final KafkaProducer<String, String> producer;

  BlockingSender(Place place) {
    this.producer = new KafkaProducer<>(place.producerProperties());
  }

  @Override
  public void send(String key, String payload) {
    try {
      producer.send(new ProducerRecord<>(EventSample.TOPIC, key, payload)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker did not take an event", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending", e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
