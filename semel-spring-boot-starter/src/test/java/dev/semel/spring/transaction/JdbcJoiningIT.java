package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Outcome;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Without a persistence context a savepoint undoes a command, and nothing else. */
class JdbcJoiningIT extends JoiningContract {
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
  void aRejectionIsStoredWithTheCallersWorkAndTheEffectIsUndone() {
    String other = Till.newKey();
    Outcome<String> outcome =
        inATransaction(
            () -> {
              insertPayment(other, other);
              return join(
                  effect -> {
                    pay();
                    throw effect.reject("CARD_EXPIRED", "");
                  });
            });
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(till().payments(other)).isEqualTo(1);
    assertThat(till().payments(key)).isZero();
    assertThat(till().records(key)).isEqualTo(1);
  }

  @Test
  void aFailureThatTheCallerCatchesUndoesTheEffectOnly() {
    String other = Till.newKey();
    inATransaction(
        () -> {
          insertPayment(other, other);
          assertThatIllegalStateException()
              .isThrownBy(
                  () ->
                      join(
                          effect -> {
                            pay();
                            throw failure();
                          }));
          return other;
        });
    assertThat(till().payments(other)).isEqualTo(1);
    till().assertNothingStored(key);
  }
}
