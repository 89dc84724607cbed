package dev.semel.spring.listener;

import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelListenersAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a listener writes through JDBC commits with its marker. */
class JdbcListenerIT extends MessageListenerContract {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceTransactionManagerAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    SemelAutoConfiguration.class,
    SemelMethodsAutoConfiguration.class,
    SemelListenersAutoConfiguration.class
  })
  static class Application {
    @Bean
    Inspector.Ledger ledger(JdbcClient jdbc) {
      return word -> jdbc.sql("INSERT INTO inspected (word) VALUES (?)").param(word).update();
    }
  }

  @Override
  Class<?> configuration() {
    return Application.class;
  }
}
