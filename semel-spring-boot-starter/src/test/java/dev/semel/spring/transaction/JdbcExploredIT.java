package dev.semel.spring.transaction;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

class JdbcExploredIT extends ExploredContract {
  @Override
  Class<?> configuration() {
    return JdbcApplication.class;
  }

  @Override
  int mayMiss() {
    return 0;
  }

  @Override
  void insertPayment(ApplicationContext node, String key, String receipt) {
    node.getBean(JdbcClient.class)
        .sql("INSERT INTO payment (intent_key, receipt) VALUES (?, ?)")
        .params(key, receipt)
        .update();
  }
}
