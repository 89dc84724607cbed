package dev.semel.spring.listener;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelListenersAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a listener writes through JPA commits with its marker. */
class JpaListenerIT extends MessageListenerContract {
  @Configuration(proxyBeanMethods = false)
  @EntityScan
  @ImportAutoConfiguration({
    HibernateJpaAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    SemelAutoConfiguration.class,
    SemelMethodsAutoConfiguration.class,
    SemelListenersAutoConfiguration.class
  })
  static class Application {
    @Bean
    Inspector.Ledger ledger(EntityManager entities) {
      return word -> entities.persist(new Inspected(word));
    }
  }

  /** A word that was inspected. */
  @Entity
  @Table(name = "inspected")
  static class Inspected {
    // From a sequence, so that Hibernate holds the INSERT back until it flushes.
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "inspected_id_seq")
    private @Nullable Long id;

    private @Nullable String word;

    protected Inspected() {}

    Inspected(String word) {
      this.word = word;
    }

    @Nullable Long id() {
      return id;
    }

    @Nullable String word() {
      return word;
    }
  }

  @Override
  Class<?> configuration() {
    return Application.class;
  }
}
