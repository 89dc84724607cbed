package dev.semel.spring.disabled;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.RejectedException;
import dev.semel.inbox.Message;
import dev.semel.relay.Sink;
import dev.semel.spring.Idempotent;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.listener.IdempotentListener;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An application with JPA that uses all of Semel. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = FlywayAutoConfiguration.class)
@EntityScan
class Shop {
  /** An order. */
  @Entity(name = "purchase")
  static class Purchase {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private @Nullable String article;

    protected Purchase() {}

    Purchase(String article) {
      this.article = article;
    }

    @Nullable Long id() {
      return id;
    }

    @Nullable String article() {
      return article;
    }
  }

  @Bean
  SecurityFilterChain open(HttpSecurity http) {
    return http.csrf(csrf -> csrf.disable())
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .build();
  }

  @Bean
  Sink journal() {
    return batch -> {
      throw new AssertionError("relays are off");
    };
  }

  /** The same handlers, protected and not. */
  @RestController
  static class Orders {
    private final Desk desk;

    Orders(Desk desk) {
      this.desk = desk;
    }

    @Idempotent
    @PostMapping("/protected")
    String order(@RequestParam String article) {
      return desk.order(article);
    }

    @PostMapping("/plain")
    String orderPlainly(@RequestParam String article) {
      return desk.order(article);
    }
  }

  /** What handlers call, and what is called without a request. */
  @Component
  static class Desk {
    private final EntityManager entities;
    private final JdbcEffect effect;
    private final TransactionEvents events;

    Desk(EntityManager entities, JdbcEffect effect, TransactionEvents events) {
      this.entities = entities;
      this.effect = effect;
      this.events = events;
    }

    @Transactional
    public String order(String article) {
      entities.persist(new Purchase(article));
      entities.flush();
      effect.audit("ORDER", article, null);
      effect.publish(Event.of("purchase", article, "Ordered", null));
      events.publish(Event.of("purchase", article, "Announced", null));
      if (article.startsWith("bad")) {
        throw effect.reject("BAD_ARTICLE", "no such article");
      }
      return "ordered for " + effect.intent().scope().tenant();
    }

    @Idempotent(operation = "order-by-command", key = "#commandId")
    @Transactional
    public @Nullable Purchase orderByCommand(String commandId, String article) {
      if (article.startsWith("bad")) {
        throw new RejectedException("BAD_ARTICLE", "no such article");
      }
      Purchase purchase = new Purchase(article);
      entities.persist(purchase);
      return purchase;
    }

    @IdempotentListener(consumer = "orders", versions = IdempotentListener.Versions.PARKED)
    @Transactional
    public void on(Message message) {
      entities.persist(new Purchase(message.id().id()));
    }
  }
}
