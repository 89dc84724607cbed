package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.transaction.JpaApplication.Payment;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** What an entity manager holds back until the commit takes part too. */
class JpaTransactionsIT extends SpringTransactionsContract {
  @Override
  Class<?> configuration() {
    return JpaApplication.class;
  }

  @Override
  void insertPayment(String paymentKey, String receipt) {
    bean(EntityManager.class).persist(new Payment(paymentKey, receipt));
  }

  @Test
  void theManagerIsTheOneOfSpringBoot() {
    assertThat(bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
  }
}
