package dev.semel.spring.transaction;

import dev.semel.spring.transaction.JpaApplication.Payment;
import dev.semel.testing.crash.CrashExplorer;
import jakarta.persistence.EntityManager;
import org.springframework.context.ApplicationContext;

class JpaExploredIT extends ExploredContract {
  JpaExploredIT() {
    super(new Nodes());
  }

  /** Ids are fetched fifty at a time: all six faults may miss it when they are. */
  @Override
  int mayMiss() {
    return 6;
  }

  /** Dies with JDBC: what commits or does not is the same there, and starts sooner. */
  @Override
  CrashExplorer dying(CrashExplorer explorer) {
    return explorer;
  }

  private static final class Nodes extends PayingNodes {
    Nodes() {
      super(JpaApplication.class);
    }

    @Override
    void insertPayment(ApplicationContext node, String key, String receipt) {
      node.getBean(EntityManager.class).persist(new Payment(key, receipt));
    }
  }
}
