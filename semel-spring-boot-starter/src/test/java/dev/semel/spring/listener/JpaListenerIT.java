package dev.semel.spring.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelListenersAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.event.TransactionEvents;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

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
    Inspector.Ledger ledger(EntityManager entities, PlatformTransactionManager manager) {
      TransactionTemplate transaction = new TransactionTemplate(manager);
      return word ->
          transaction.executeWithoutResult(status -> entities.persist(new Inspected(word)));
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

  @Test
  void whatIsHeldBackIsWrittenBeforeTheEventThatTellsOfIt() {
    String word = newWord();
    new TransactionTemplate(bean(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              bean(Inspector.Ledger.class).write(word);
              var unused =
                  bean(TransactionEvents.class)
                      .publish("acme", Event.of("word", word, "Inspected", null));
              assertThat(
                      bean(JdbcTemplate.class)
                          .queryForObject(
                              "SELECT count(*) FROM inspected WHERE word = ?", Long.class, word))
                  .isEqualTo(1);
            });
  }
}
