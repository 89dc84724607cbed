package dev.semel.bench.contender;

import io.github.arun0009.idempotent.core.annotation.Idempotent;
import io.github.arun0009.idempotent.core.aspect.IdempotentAspect;
import io.github.arun0009.idempotent.core.persistence.InMemoryIdempotentStore;
import java.sql.SQLException;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;

/** The annotation of idempotent-core, with its store in memory. */
final class IdempotentContender implements Contender {
  private final SpringContext spring;
  private final Payments payments;

  IdempotentContender(Desk desk) {
    this.spring = new SpringContext(desk, Application.class, Map.of());
    this.payments = spring.bean(Payments.class);
  }

  /** As its documentation wires it. */
  @Configuration(proxyBeanMethods = false)
  @EnableAspectJAutoProxy
  static class Application {
    @Bean
    IdempotentAspect idempotentAspect() {
      return new IdempotentAspect(new InMemoryIdempotentStore());
    }

    @Bean
    Payments payments(Desk desk) {
      return new Payments(desk);
    }
  }

  /** What is done once per key. */
  public static class Payments {
    private final Desk desk;

    Payments(Desk desk) {
      this.desk = desk;
    }

    @Idempotent(key = "#key", ttlInSeconds = 300)
    public String pay(String key, String payload) throws SQLException {
      return desk.workAlone(new Call(key, payload));
    }
  }

  @Override
  public String take(Call call) throws SQLException {
    return payments.pay(call.key(), call.payload());
  }

  @Override
  public void close() {
    spring.close();
  }
}
