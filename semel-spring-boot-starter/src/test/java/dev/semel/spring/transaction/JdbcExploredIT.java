package dev.semel.spring.transaction;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

class JdbcExploredIT extends ExploredContract {
  @Override
  Class<?> configuration() {
    return JdbcApplication.class;
  }

  @Override
  void insertPayment(ApplicationContext node, String key) {
    node.getBean(JdbcClient.class)
        .sql("INSERT INTO payment (intent_key, receipt) VALUES (?, ?)")
        .params(key, key)
        .update();
  }
}
