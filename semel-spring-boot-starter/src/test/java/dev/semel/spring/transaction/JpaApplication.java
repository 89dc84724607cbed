package dev.semel.spring.transaction;

import dev.semel.spring.SemelAutoConfiguration;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application that talks to its database through JPA, and through JDBC beside it. */
@Configuration(proxyBeanMethods = false)
@EntityScan
@ImportAutoConfiguration({
  HibernateJpaAutoConfiguration.class,
  DataSourceTransactionManagerAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  TransactionAutoConfiguration.class,
  SemelAutoConfiguration.class
})
class JpaApplication {
  /** A payment. */
  @Entity
  @Table(name = "payment")
  static class Payment {
    // From a sequence, so that Hibernate holds the INSERT back until it flushes.
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "payment_id_seq")
    private @Nullable Long id;

    @Column(name = "intent_key")
    private @Nullable String intentKey;

    @Column private @Nullable String receipt;

    protected Payment() {}

    Payment(String intentKey, String receipt) {
      this.intentKey = intentKey;
      this.receipt = receipt;
    }

    @Nullable Long id() {
      return id;
    }

    @Nullable String intentKey() {
      return intentKey;
    }

    @Nullable String receipt() {
      return receipt;
    }
  }
}
