package dev.semel.spring.transaction;

import dev.semel.spring.transaction.JpaApplication.Payment;
import jakarta.persistence.EntityManager;
import org.springframework.context.ApplicationContext;

class JpaExploredIT extends ExploredContract {
  @Override
  Class<?> configuration() {
    return JpaApplication.class;
  }

  @Override
  void insertPayment(ApplicationContext node, String key) {
    node.getBean(EntityManager.class).persist(new Payment(key, key));
  }
}
