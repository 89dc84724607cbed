package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.JdbcCommand;
import dev.semel.Outcome;
import dev.semel.Rejection;
import dev.semel.TransactionMisuseException;
import dev.semel.testing.net.OnMessage;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Commands in transactions of their own that Spring's transaction manager begins and ends. */
abstract class SpringTransactionsContract extends SpringTillContract {
  private final AtomicInteger runs = new AtomicInteger();

  @BeforeEach
  void countAnew() {
    runs.set(0);
  }

  private Outcome<String> once(JdbcCommand<String> command) {
    return semel().once(Till.pay(key), command);
  }

  /** Pays, counts the run, and sets a fault for its COMMIT if it is the first. */
  private String countedPay(@Nullable Consumer<OnMessage> onCommit) {
    if (runs.incrementAndGet() == 1 && onCommit != null) {
      onCommit.accept(proxy().onMessage("COMMIT"));
    }
    return pay();
  }

  @Test
  void anEffectCommitsWithItsRecord() {
    assertThat(once(effect -> pay())).isEqualTo(new Outcome.Executed<>(key));
    till().assertPaidOnce(key);
  }

  @Test
  void aRetryIsAnsweredFromTheRecord() {
    once(effect -> countedPay(null));
    assertThat(once(effect -> countedPay(null)).isReplay()).isTrue();
    assertThat(runs).hasValue(1);
    till().assertPaidOnce(key);
  }

  @Test
  void whatTheEffectDoesOnItsConnectionIsInTheSameTransaction() {
    once(
        effect -> {
          pay();
          try (var statement = effect.connection().createStatement()) {
            statement.executeUpdate(
                "INSERT INTO payment (intent_key) VALUES ('%s')".formatted(key));
          }
          throw new IllegalStateException("no");
        },
        IllegalStateException.class);
    till().assertNothingStored(key);
  }

  private <X extends Throwable> X once(JdbcCommand<String> command, Class<X> expected) {
    return assertThatExceptionOfType(expected).isThrownBy(() -> once(command)).actual();
  }

  @Test
  void anEffectThatFailsLeavesNothingAndFreesItsKey() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                once(
                    effect -> {
                      pay();
                      throw new IllegalStateException("the printer is out of paper");
                    }))
        .withMessage("the printer is out of paper");
    till().assertNothingStored(key);

    once(effect -> pay());
    till().assertPaidOnce(key);
  }

  @Test
  void aRejectionUndoesTheEffectAndIsStored() {
    JdbcCommand<String> refused =
        effect -> {
          pay();
          throw effect.reject("CARD_EXPIRED", "use another card");
        };
    Rejection no = new Rejection("CARD_EXPIRED", "use another card");
    assertThat(once(refused)).isEqualTo(new Outcome.Rejected<>(no, false));
    assertThat(once(effect -> pay())).isEqualTo(new Outcome.Rejected<>(no, true));
    assertThat(till().payments(key)).isZero();
  }

  @Test
  void aViolatedKeyOfTheBusinessIsTheRejectionItIsDeclaredAs() {
    once(effect -> pay());
    String first = key;
    String second = Till.newKey();
    Outcome<String> outcome =
        semel()
            .once(
                Till.pay(second),
                effect -> {
                  insertPayment(second, first);
                  return second;
                });
    assertThat(outcome)
        .isEqualTo(
            new Outcome.Rejected<>(new Rejection("RECEIPT_EXISTS", "it exists already"), false));
    assertThat(till().payments(second)).isZero();
  }

  @Test
  void aFailureThatPassesIsTriedAgainInANewTransaction() {
    Outcome<String> outcome =
        once(
            effect -> {
              String receipt = countedPay(null);
              if (effect.attempt() == 1) {
                throw new SQLException("could not serialize access", "40001");
              }
              return receipt;
            });
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    assertThat(runs).hasValue(2);
    till().assertPaidOnce(key);
  }

  @Test
  void aCommitWhoseReplyIsLostIsFoundOut() {
    Outcome<String> outcome = once(effect -> countedPay(OnMessage::loseReply));
    proxy().awaitFired();
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    assertThat(runs).hasValue(1);
    till().assertPaidOnce(key);
  }

  @Test
  void aCommitThatNeverArrivesIsDoneAgain() {
    Outcome<String> outcome = once(effect -> countedPay(OnMessage::cutBefore));
    proxy().awaitFired();
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    assertThat(runs).hasValue(2);
    till().assertPaidOnce(key);
  }

  @Test
  void aNoIsKeptThoughItsConnectionIsLostBeforeTheRollback() {
    Outcome<String> outcome =
        once(
            effect -> {
              countedPay(null);
              if (runs.get() == 1) {
                proxy().cutAll();
              }
              throw effect.reject("NO_MONEY", "the till is empty");
            });
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    assertThat(once(effect -> countedPay(null))).isInstanceOf(Outcome.Rejected.class);
    assertThat(till().payments(key)).isZero();
  }

  @Test
  void aParticipantThatFailsMarksTheTransactionEvenIfItsExceptionIsCaught() {
    TransactionMisuseException misuse =
        once(
            effect -> {
              payInAParticipantThatFails();
              return key;
            },
            TransactionMisuseException.class);
    assertThat(misuse)
        .hasMessageContaining("marked it for rollback")
        .hasMessageContaining("Let the exception go on");
    till().assertNothingStored(key);

    once(effect -> pay());
    till().assertPaidOnce(key);
  }

  private void payInAParticipantThatFails() {
    TransactionTemplate participant = template(TransactionDefinition.PROPAGATION_REQUIRED);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                participant.execute(
                    status -> {
                      pay();
                      throw new IllegalStateException("no");
                    }));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        TransactionDefinition.PROPAGATION_REQUIRES_NEW,
        TransactionDefinition.PROPAGATION_NOT_SUPPORTED
      })
  void leavingTheTransactionIsRefused(int propagation) {
    TransactionMisuseException misuse =
        once(
            effect -> {
              pay();
              return template(propagation).execute(status -> pay());
            },
            TransactionMisuseException.class);
    assertThat(misuse)
        .hasMessageContaining("must not leave its transaction")
        .hasMessageContaining("Let the method take part (REQUIRED)")
        .hasMessageContaining("@OutsideCommand");
    till().assertNothingStored(key);
  }

  @Test
  void aRefusalToLeaveTheTransactionDoesNotHarmIt() {
    Outcome<String> outcome =
        once(
            effect -> {
              pay();
              assertThatExceptionOfType(TransactionMisuseException.class)
                  .isThrownBy(
                      () ->
                          template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                              .execute(status -> pay()));
              return key;
            });
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    till().assertPaidOnce(key);
  }

  @Test
  void leavingTheTransactionJustBeforeItsCommitIsRefusedToo() {
    TransactionMisuseException misuse =
        once(
            effect -> {
              beforeCommit(
                  () ->
                      template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                          .execute(status -> pay()));
              return key;
            },
            TransactionMisuseException.class);
    assertThat(misuse).hasMessageContaining("must not leave its transaction");
    till().assertNothingStored(key);
  }

  @Test
  void whatComesAfterTheCommitMayBeginATransactionOfItsOwn() {
    String another = Till.newKey();
    once(
        effect -> {
          afterCommit(
              () ->
                  template(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                      .executeWithoutResult(status -> insertPayment(another, another)));
          return pay();
        });
    till().assertPaidOnce(key);
    assertThat(till().payments(another)).isEqualTo(1);
  }

  @Test
  void aCallbackThatFailsAfterTheCommitTakesNothingBack() {
    Outcome<String> outcome =
        once(
            effect -> {
              afterCommit(
                  () -> {
                    throw new IllegalStateException("the mail server is away");
                  });
              return countedPay(null);
            });
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    assertThat(runs).hasValue(1);
    till().assertPaidOnce(key);
  }

  private static void beforeCommit(Runnable callback) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void beforeCommit(boolean readOnly) {
            callback.run();
          }
        });
  }

  private static void afterCommit(Runnable callback) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            callback.run();
          }
        });
  }

  @Test
  void afterwardsTheThreadIsInNoTransaction() {
    once(effect -> pay());
    assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
    assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
  }
}
