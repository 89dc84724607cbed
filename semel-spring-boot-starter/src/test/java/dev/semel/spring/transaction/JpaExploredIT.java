package dev.semel.spring.transaction;

import dev.semel.spring.transaction.JpaApplication.Payment;
import jakarta.persistence.EntityManager;
import org.springframework.context.ApplicationContext;

class JpaExploredIT extends ExploredContract {
  @Override
  Class<?> configuration() {
    return JpaApplication.class;
  }

  /** Ids are fetched fifty at a time: all six faults may miss it when they are. */
  @Override
  int mayMiss() {
    return 6;
  }

  @Override
  void insertPayment(ApplicationContext node, String key, String receipt) {
    node.getBean(EntityManager.class).persist(new Payment(key, receipt));
  }
}
