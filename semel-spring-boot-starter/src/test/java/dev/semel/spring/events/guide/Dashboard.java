package dev.semel.spring.events.guide;

// snippet: spring-listener
import dev.semel.JdbcEffect;
import dev.semel.inbox.Message;
import dev.semel.spring.listener.IdempotentListener;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

@Component
class Dashboard {
  private final JdbcClient jdbc;
  private final JdbcEffect effect;

  Dashboard(JdbcClient jdbc, JdbcEffect effect) {
    this.jdbc = jdbc;
    this.effect = effect;
  }

  @KafkaListener(topics = "outbox.event.case")
  @IdempotentListener(consumer = "dashboard", versions = IdempotentListener.Versions.PARKED)
  public void on(ConsumerRecord<String, String> record) {
    jdbc.sql("UPDATE public.dashboard SET events = events + 1").update();
    effect.audit("COUNT_EVENT", "case " + record.key(), null);
  }

  // end snippet

  // snippet: spring-listener-batch
  @KafkaListener(topics = "outbox.event.case", batch = "true", groupId = "archive")
  @IdempotentListener(consumer = "archive", attempts = 5)
  public void archive(List<ConsumerRecord<String, String>> records) {
    for (ConsumerRecord<String, String> record : records) { // a list of one
      jdbc.sql("INSERT INTO public.archive (case_id) VALUES (?)").param(record.key()).update();
    }
  }

  // end snippet

  // snippet: spring-listener-plain
  @IdempotentListener(consumer = "post-room", tenant = "north")
  public void onLetter(Message letter) {
    jdbc.sql("INSERT INTO public.letter (id) VALUES (?)").param(letter.id().id()).update();
  }
  // end snippet
  // snippet: spring-listener
}
// end snippet
