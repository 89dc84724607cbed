package dev.semel.bench.contender;

import com.gruelbox.transactionoutbox.AlreadyScheduledException;
import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * transaction-outbox with its own transaction manager, a unique request id, and the thread that
 * flushes; it flushes and tries again after a second, instead of minutes.
 */
final class TransactionOutboxContender implements Contender {
  private static final Duration ATTEMPT_FREQUENCY = Duration.ofSeconds(1);

  private final Desk desk;
  private final boolean catchesDuplicates;
  private final ThreadLocalContextTransactionManager transactions;
  private final TransactionOutbox outbox;
  private final ScheduledExecutorService flushing = Executors.newSingleThreadScheduledExecutor();

  /**
   * @param catchesDuplicates whether the caller catches what a repeated id throws inside the
   *     transaction and goes on, or lets it end the transaction
   */
  TransactionOutboxContender(Desk desk, boolean catchesDuplicates) {
    this.desk = desk;
    this.catchesDuplicates = catchesDuplicates;
    this.transactions = TransactionManager.fromDataSource(desk.pool());
    this.outbox =
        TransactionOutbox.builder()
            .transactionManager(transactions)
            .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
            .instantiator(Instantiator.using(type -> new Delivering(desk)))
            .attemptFrequency(ATTEMPT_FREQUENCY)
            .build();
    var unused =
        flushing.scheduleWithFixedDelay(
            outbox::flush, 0, ATTEMPT_FREQUENCY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What is called later. */
  interface Payments {
    void pay(String key, String payload) throws SQLException;
  }

  private record Delivering(Desk desk) implements Payments {
    @Override
    public void pay(String key, String payload) throws SQLException {
      desk.deliver(new Call(key, payload));
    }
  }

  @Override
  public String take(Call call) throws SQLException {
    return transactions.inTransactionReturnsThrows(
        transaction -> {
          desk.note(transaction.connection(), call);
          String told = schedule(call);
          desk.waitAtGate(call);
          return told;
        });
  }

  private String schedule(Call call) throws SQLException {
    try {
      outbox
          .with()
          .uniqueRequestId(call.key())
          .schedule(Payments.class)
          .pay(call.key(), call.payload());
      return "scheduled, committed";
    } catch (AlreadyScheduledException e) {
      if (catchesDuplicates) {
        return "already scheduled, committed";
      }
      throw e;
    }
  }

  @Override
  public void close() {
    flushing.shutdownNow();
  }
}
