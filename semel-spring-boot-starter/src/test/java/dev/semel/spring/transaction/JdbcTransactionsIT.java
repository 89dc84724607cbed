package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Outcome;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;

class JdbcTransactionsIT extends SpringTransactionsContract {
  @Override
  Class<?> configuration() {
    return JdbcApplication.class;
  }

  @Override
  void insertPayment(String paymentKey, String receipt) {
    bean(JdbcClient.class)
        .sql("INSERT INTO payment (intent_key, receipt) VALUES (?, ?)")
        .params(paymentKey, receipt)
        .update();
  }

  @Test
  void theManagerIsTheOneOfSpringBoot() {
    assertThat(bean(PlatformTransactionManager.class)).isInstanceOf(JdbcTransactionManager.class);
  }

  @Test
  void aNestedTransactionIsASavepointOfTheCommandsOwn() {
    Outcome<String> outcome =
        semel()
            .once(
                Till.pay(key),
                effect -> {
                  assertThatIllegalStateException()
                      .isThrownBy(
                          () ->
                              template(TransactionDefinition.PROPAGATION_NESTED)
                                  .execute(
                                      status -> {
                                        pay();
                                        throw new IllegalStateException("undone");
                                      }));
                  return pay();
                });
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    till().assertPaidOnce(key);
  }
}
