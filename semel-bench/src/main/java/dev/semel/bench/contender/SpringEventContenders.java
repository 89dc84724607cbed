package dev.semel.bench.contender;

import static dev.semel.bench.contender.SpringContext.inTransaction;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.outbox.ModulithParts;
import dev.semel.bench.outbox.NamastackParts;
import io.namastack.outbox.Outbox;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionTemplate;

/** The outboxes of Spring Modulith and Namastack, each as Spring Boot sets it up. */
final class SpringEventContenders {
  private SpringEventContenders() {}

  /**
   * The registry of event publications, told to publish again on restart what was left; but not
   * beside another instance, which it would take the publications from while that works on them.
   */
  static Contender modulith(Desk desk) {
    SpringContext spring =
        new SpringContext(
            desk,
            ModulithApplication.class,
            Map.of(
                "spring.modulith.events.jdbc.schema-initialization.enabled",
                "true",
                "spring.modulith.events.republish-outstanding-events-on-restart",
                Boolean.toString(desk.isRestart())));
    return new Publishing(desk, spring, spring.context()::publishEvent);
  }

  /** The outbox that polls, with its own settings. */
  static Contender namastack(Desk desk) {
    SpringContext spring = new SpringContext(desk, NamastackApplication.class, Map.of());
    Outbox outbox = spring.bean(Outbox.class);
    return new Publishing(desk, spring, event -> outbox.schedule(event, event.key()));
  }

  private record Publishing(Desk desk, SpringContext spring, Consumer<PaymentTaken> publish)
      implements Contender {
    @Override
    public String take(Call call) {
      JdbcTemplate jdbc = spring.bean(JdbcTemplate.class);
      spring
          .bean(TransactionTemplate.class)
          .executeWithoutResult(status -> noteAndPublish(jdbc, call));
      return "published, committed";
    }

    private void noteAndPublish(JdbcTemplate jdbc, Call call) {
      inTransaction(
          jdbc,
          connection -> {
            desk.note(connection, call);
            return true;
          });
      publish.accept(PaymentTaken.of(call));
      waitAtGate(call);
    }

    private void waitAtGate(Call call) {
      try {
        desk.waitAtGate(call);
      } catch (SQLException e) {
        throw new MeasurementException("the gate is gone", e);
      }
    }

    @Override
    public void close() {
      spring.close();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAsync
  @ModulithParts
  static class ModulithApplication {
    @Bean
    Listener listener(Desk desk) {
      return new Listener(desk);
    }
  }

  /** Delivers. */
  static class Listener {
    private final Desk desk;

    Listener(Desk desk) {
      this.desk = desk;
    }

    @ApplicationModuleListener
    void on(PaymentTaken event) {
      deliver(desk, event);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableScheduling
  @NamastackParts
  static class NamastackApplication {
    @Bean
    OutboxTypedHandler<PaymentTaken> handler(Desk desk) {
      return new Handler(desk);
    }
  }

  /** Delivers. */
  static class Handler implements OutboxTypedHandler<PaymentTaken> {
    private final Desk desk;

    Handler(Desk desk) {
      this.desk = desk;
    }

    @Override
    public void handle(PaymentTaken event, OutboxRecordMetadata metadata) {
      deliver(desk, event);
    }
  }

  private static void deliver(Desk desk, PaymentTaken event) {
    try {
      desk.deliver(event.call());
    } catch (SQLException e) {
      throw new MeasurementException("an event could not be delivered", e);
    }
  }
}
