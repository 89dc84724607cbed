package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Outcome;
import dev.semel.spring.transaction.JpaApplication.Payment;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * A persistence context knows no savepoints: what a command left in it would be written with the
 * caller's commit. So the whole transaction is given up with the command.
 */
class JpaJoiningIT extends JoiningContract {
  @Override
  Class<?> configuration() {
    return JpaApplication.class;
  }

  @Override
  void insertPayment(String paymentKey, String receipt) {
    bean(EntityManager.class).persist(new Payment(paymentKey, receipt));
  }

  @Test
  void aRejectionGivesUpTheCallersTransaction() {
    assertThatExceptionOfType(UnexpectedRollbackException.class)
        .isThrownBy(
            () ->
                inATransaction(
                    () -> {
                      Outcome<String> outcome =
                          join(
                              effect -> {
                                pay();
                                throw effect.reject("CARD_EXPIRED", "");
                              });
                      assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
                      return outcome;
                    }));
    till().assertNothingStored(key);
  }

  @Test
  void aFailureThatTheCallerCatchesGivesUpItsTransaction() {
    assertThatExceptionOfType(UnexpectedRollbackException.class)
        .isThrownBy(
            () ->
                inATransaction(
                    () -> {
                      assertThatIllegalStateException()
                          .isThrownBy(
                              () ->
                                  join(
                                      effect -> {
                                        pay();
                                        throw failure();
                                      }));
                      return key;
                    }));
    till().assertNothingStored(key);
  }

  @Test
  void whatTheCallerHeldBackIsWrittenBeforeTheCommandBegins() {
    String other = Till.newKey();
    inATransaction(
        () -> {
          insertPayment(other, other);
          return join(
              effect -> {
                assertThat(paymentsOn(effect.connection(), other)).isEqualTo(1);
                return pay();
              });
        });
    till().assertPaidOnce(key);
    assertThat(till().payments(other)).isEqualTo(1);
  }

  private static long paymentsOn(Connection connection, String paymentKey) throws SQLException {
    try (var query =
        connection.prepareStatement("SELECT count(*) FROM payment WHERE intent_key = ?")) {
      query.setString(1, paymentKey);
      try (var row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
