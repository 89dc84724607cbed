package dev.semel.spring.listener;

import dev.semel.inbox.Message;
import dev.semel.spring.Idempotent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Listeners that an application does not start with. */
public final class UnfitListeners {
  private UnfitListeners() {}

  static class WithFuture {
    @IdempotentListener(consumer = "c")
    public CompletableFuture<Void> on(Message message) {
      return new CompletableFuture<>();
    }
  }

  static class WithAsync {
    @Async
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class WithAcknowledgment {
    @KafkaListener(topics = "t")
    @IdempotentListener(consumer = "c")
    public void on(ConsumerRecord<String, String> record, Acknowledgment acknowledgment) {}
  }

  static class WithPayload {
    @IdempotentListener(consumer = "c")
    public void on(String payload) {}
  }

  static class WithObjects {
    @KafkaListener(topics = "t")
    @IdempotentListener(consumer = "c")
    public void on(ConsumerRecord<String, Message> record) {}
  }

  static class NotPublic {
    @IdempotentListener(consumer = "c")
    void on(Message message) {}
  }

  static final class FinalClass {
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class InANewTransaction {
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class InNoTransaction {
    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class NeverInATransaction {
    @Transactional(propagation = Propagation.NEVER)
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class WithAnotherManager {
    @Transactional("otherManager")
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class IdempotentToo {
    @Idempotent(operation = "o", key = "#message.id")
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}
  }

  static class OfTheSameName {
    @IdempotentListener(consumer = "c")
    public void on(Message message) {}

    @IdempotentListener(consumer = "c")
    public void onAll(List<Message> messages) {}
  }

  static class WithUnknownReader {
    @IdempotentListener(consumer = "c", reader = "nobody")
    public void on(Message message) {}
  }

  static class WithShortRetention {
    @IdempotentListener(consumer = "c", redeliveryWindow = "7d", retention = "1d")
    public void on(Message message) {}
  }

  public static class OneByOne {
    @KafkaListener(topics = "t")
    @IdempotentListener(consumer = "c")
    public void on(ConsumerRecord<String, String> record) {}
  }

  static class InBatches {
    @KafkaListener(topics = "t")
    @IdempotentListener(consumer = "c")
    public void on(List<ConsumerRecord<String, String>> records) {}
  }

  static class WithOwnAutoCommit {
    @KafkaListener(topics = "t", properties = "enable.auto.commit=true")
    @IdempotentListener(consumer = "c")
    public void on(ConsumerRecord<String, String> record) {}
  }

  static class OfAnotherFactory {
    @KafkaListener(topics = "t", containerFactory = "otherFactory")
    @IdempotentListener(consumer = "c")
    public void on(ConsumerRecord<String, String> record) {}
  }
}
