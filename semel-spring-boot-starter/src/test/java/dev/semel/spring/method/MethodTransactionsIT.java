package dev.semel.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Outcome;
import dev.semel.TransactionMisuseException;
import dev.semel.UnansweredException;
import dev.semel.spring.method.Desk.CaseOpened;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Methods that are commands, their transactions, and those who call at the same time. */
class MethodTransactionsIT extends DeskContract {
  private CaseOpened open() {
    try {
      return desk().open(request());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CaseOpened openPatiently() {
    try {
      return desk().openPatiently(request());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TransactionTemplate template(int propagation) {
    TransactionTemplate template = new TransactionTemplate(bean(PlatformTransactionManager.class));
    template.setPropagationBehavior(propagation);
    return template;
  }

  /** On another thread, as the same user. */
  private static <T> CompletableFuture<T> elsewhere(Supplier<T> work) {
    SecurityContext user = SecurityContextHolder.getContext();
    return CompletableFuture.supplyAsync(
        () -> {
          SecurityContextHolder.setContext(user);
          try {
            return work.get();
          } finally {
            SecurityContextHolder.clearContext();
          }
        },
        task -> new Thread(task, "elsewhere").start());
  }

  @Test
  void itJoinsTheTransactionOfItsCaller() {
    template(TransactionDefinition.PROPAGATION_REQUIRED)
        .executeWithoutResult(
            status -> {
              open();
              assertThat(effects()).isZero();
              assertThat(records()).isZero();
            });
    assertThat(effects()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void itIsUndoneWithTheTransactionOfItsCaller() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                template(TransactionDefinition.PROPAGATION_REQUIRED)
                    .executeWithoutResult(
                        status -> {
                          open();
                          throw new IllegalStateException("no");
                        }));
    assertThat(effects()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void aPassingFailureIsRunAgainFromItsStart() {
    desk()
        .interruptedBy(
            run -> {
              if (run == 1) {
                throw new CannotAcquireLockException("later", new SQLException("later", "40001"));
              }
            });
    open();
    assertThat(desk().runs()).isEqualTo(2);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void theCommandIsAroundTransactionalOnTheSameMethod() throws IOException {
    desk()
        .interruptedBy(
            run -> {
              if (run == 1) {
                throw new CannotAcquireLockException("later", new SQLException("later", "40001"));
              }
            });
    CaseOpened first = desk().openTransactional(request());
    assertThat(desk().runs()).isEqualTo(2);
    assertThat(desk().openTransactional(request())).isEqualTo(first);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void leavingTheTransactionIsRefused() {
    desk().interruptedBy(run -> inANewTransaction());
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(() -> desk().openTransactional(request()))
        .withMessageContaining("must not leave its transaction")
        .withMessageContaining("@OutsideCommand");
    assertThat(effects()).isZero();
  }

  private void inANewTransaction() {
    template(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(status -> {});
  }

  @Test
  void aDuplicateIsRefusedWhileTheFirstRuns() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    desk()
        .interruptedBy(
            run -> {
              running.countDown();
              refused.await();
            });
    CompletableFuture<CaseOpened> first = elsewhere(this::open);
    running.await();
    assertThatExceptionOfType(UnansweredException.class)
        .isThrownBy(this::open)
        .satisfies(e -> assertThat(e.outcome()).isInstanceOf(Outcome.InProgress.class));
    refused.countDown();
    CaseOpened opened = first.get();
    assertThat(open()).isEqualTo(opened);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void aDuplicateWaitsIfTheMethodSaysSo() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    desk()
        .interruptedBy(
            run -> {
              running.countDown();
              end.await();
            });
    CompletableFuture<CaseOpened> first = elsewhere(this::openPatiently);
    running.await();
    CompletableFuture<CaseOpened> second = elsewhere(this::openPatiently);
    end.countDown();
    assertThat(second.get()).isEqualTo(first.get());
    assertThat(desk().runs()).isEqualTo(1);
    assertThat(effects()).isEqualTo(1);
  }
}
