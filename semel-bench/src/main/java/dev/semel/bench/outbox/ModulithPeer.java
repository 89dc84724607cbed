package dev.semel.bench.outbox;

import dev.semel.bench.work.EventSample;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.modulith.events.ApplicationModuleListener;

/**
 * Spring Modulith's registry of event publications. Right after a commit the listener is called.
 */
final class ModulithPeer extends SpringOutbox {
  private final HeldTasks tasks = bean(HeldTasks.class);
  private final ApplicationEventPublisher events = publisher();

  ModulithPeer(Place place) {
    super(
        place,
        Application.class,
        Map.of("spring.modulith.events.jdbc.schema-initialization.enabled", "true"));
  }

  @Configuration(proxyBeanMethods = false)
  @ModulithParts
  static class Application {
    @Bean
    HeldTasks heldTasks() {
      return new HeldTasks();
    }

    @Bean
    TaskExecutor taskExecutor(HeldTasks tasks) {
      return new TaskExecutorAdapter(tasks);
    }

    @Bean
    Listener listener(KafkaTemplate<String, String> kafka) {
      return new Listener(kafka);
    }
  }

  /** Sends to Kafka. */
  static class Listener {
    private final KafkaTemplate<String, String> kafka;

    Listener(KafkaTemplate<String, String> kafka) {
      this.kafka = kafka;
    }

    @ApplicationModuleListener
    void on(PaymentMade event) throws ExecutionException, InterruptedException {
      kafka.send(EventSample.TOPIC, event.account(), event.payload()).get();
    }
  }

  @Override
  void publish(PaymentMade event) {
    events.publishEvent(event);
  }

  @Override
  public void reset() {
    tasks.reset();
    jdbc().execute("TRUNCATE TABLE event_publication");
  }

  @Override
  public void open() {
    tasks.open();
  }

  @Override
  public void shut() {
    tasks.shut();
  }
}
