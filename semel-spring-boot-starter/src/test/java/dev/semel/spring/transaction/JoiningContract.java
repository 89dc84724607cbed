package dev.semel.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.JdbcCommand;
import dev.semel.Outcome;
import dev.semel.TransactionMisuseException;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Commands in the transaction of whoever calls them. */
abstract class JoiningContract extends SpringTillContract {
  Outcome<String> join(JdbcCommand<String> command) {
    return joining().once(Till.pay(key), command);
  }

  <T> T inATransaction(Supplier<T> work) {
    TransactionTemplate caller = template(TransactionDefinition.PROPAGATION_REQUIRED);
    return Objects.requireNonNull(caller.execute(status -> work.get()));
  }

  String payOnItsOwn() {
    TransactionTemplate own = template(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    return Objects.requireNonNull(own.execute(status -> pay()));
  }

  static IllegalStateException failure() {
    return new IllegalStateException("no");
  }

  @Test
  void withoutATransactionOfTheCallersItHasItsOwn() {
    assertThat(join(effect -> pay())).isEqualTo(new Outcome.Executed<>(key));
    till().assertPaidOnce(key);
  }

  @Test
  void whatIsExecutedIsDoneWhenTheCallerCommits() {
    Outcome<String> outcome =
        inATransaction(
            () -> {
              Outcome<String> joined = join(effect -> pay());
              till().assertNothingStored(key);
              return joined;
            });
    assertThat(outcome).isEqualTo(new Outcome.Executed<>(key));
    till().assertPaidOnce(key);
  }

  @Test
  void whatIsExecutedIsUndoneWhenTheCallerRollsBack() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                inATransaction(
                    () -> {
                      join(effect -> pay());
                      throw failure();
                    }));
    till().assertNothingStored(key);
  }

  @Test
  void aRetryIsAnsweredInTheCallersTransaction() {
    inATransaction(() -> join(effect -> pay()));
    assertThat(inATransaction(() -> join(effect -> pay())).isReplay()).isTrue();
    till().assertPaidOnce(key);
  }

  @Test
  void aRetryInTheSameTransactionIsAnsweredToo() {
    inATransaction(
        () -> {
          join(effect -> pay());
          assertThat(join(effect -> pay()).isReplay()).isTrue();
          return key;
        });
    till().assertPaidOnce(key);
  }

  @Test
  void aReplayedRejectionLeavesTheCallersTransactionAlone() {
    join(
        effect -> {
          throw effect.reject("CARD_EXPIRED", "");
        });
    String other = Till.newKey();
    Outcome<String> outcome =
        inATransaction(
            () -> {
              insertPayment(other, other);
              return join(effect -> pay());
            });
    assertThat(outcome.isReplay()).isTrue();
    assertThat(till().payments(other)).isEqualTo(1);
  }

  @Test
  void leavingTheCallersTransactionIsRefusedWhileTheEffectRuns() {
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> inATransaction(() -> join(effect -> payOnItsOwn())))
        .withMessageContaining("must not leave its transaction");
    till().assertNothingStored(key);
  }

  @Test
  void onceTheEffectIsOverTheCallerMayDoAsItLikes() {
    inATransaction(
        () -> {
          join(effect -> key);
          return payOnItsOwn();
        });
    till().assertPaidOnce(key);
  }

  @Test
  void aReadOnlyTransactionIsRefused() {
    TransactionTemplate reader = template(TransactionDefinition.PROPAGATION_REQUIRED);
    reader.setReadOnly(true);
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> reader.execute(status -> join(effect -> pay())))
        .withMessageContaining("take readOnly from its @Transactional");
    till().assertNothingStored(key);
  }

  @Test
  void aCommandMayHaveAnotherOneInside() {
    String inner = Till.newKey();
    join(
        effect -> {
          joining()
              .once(
                  Till.pay(inner),
                  within -> {
                    insertPayment(inner, inner);
                    return inner;
                  });
          return pay();
        });
    till().assertPaidOnce(key);
    till().assertPaidOnce(inner);
  }
}
