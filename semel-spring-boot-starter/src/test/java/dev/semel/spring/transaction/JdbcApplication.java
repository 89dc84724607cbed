package dev.semel.spring.transaction;

import dev.semel.spring.SemelAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application that talks to its database through JDBC. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  DataSourceTransactionManagerAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  TransactionAutoConfiguration.class,
  SemelAutoConfiguration.class
})
class JdbcApplication {}
