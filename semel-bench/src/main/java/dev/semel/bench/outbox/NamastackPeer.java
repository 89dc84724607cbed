package dev.semel.bench.outbox;

import dev.semel.bench.work.EventSample;
import io.namastack.outbox.Outbox;
import io.namastack.outbox.OutboxProcessingScheduler;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Namastack's outbox, which polls. It would take ten keys every two seconds; here it takes a
 * thousand, and looks again after ten milliseconds.
 */
final class NamastackPeer extends SpringOutbox {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "namastack.outbox.polling.batch-size",
          "1000",
          "namastack.outbox.polling.fixed.interval",
          "10ms",
          "namastack.outbox.processing.executor-core-pool-size",
          Integer.toString(THREADS),
          "namastack.outbox.processing.executor-max-pool-size",
          Integer.toString(THREADS));

  private final Outbox outbox = bean(Outbox.class);
  private final OutboxProcessingScheduler polling = bean(OutboxProcessingScheduler.class);

  NamastackPeer(Place place) {
    super(place, Application.class, SETTINGS);
    shut();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableScheduling
  @NamastackParts
  static class Application {
    @Bean
    Handler handler(KafkaTemplate<String, String> kafka) {
      return new Handler(kafka);
    }
  }

  /** Sends to Kafka. */
  static class Handler implements OutboxTypedHandler<PaymentMade> {
    private final KafkaTemplate<String, String> kafka;

    Handler(KafkaTemplate<String, String> kafka) {
      this.kafka = kafka;
    }

    @Override
    public void handle(PaymentMade event, OutboxRecordMetadata metadata) {
      try {
        kafka.send(EventSample.TOPIC, event.account(), event.payload()).get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the broker did not take an event", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while sending", e);
      }
    }
  }

  @Override
  void publish(PaymentMade event) {
    outbox.schedule(event, event.account());
  }

  @Override
  public void reset() {
    jdbc().execute("TRUNCATE TABLE outbox_record");
  }

  @Override
  public void open() {
    polling.start();
  }

  @Override
  public void shut() {
    polling.stop();
  }
}
