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

  private TransactionOutboxContender(
      Desk desk,
      ThreadLocalContextTransactionManager transactions,
      Payments payments,
      boolean catchesDuplicates) {
    this.desk = desk;
    this.catchesDuplicates = catchesDuplicates;
    this.transactions = transactions;
    this.outbox =
        TransactionOutbox.builder()
            .transactionManager(transactions)
            .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
            .instantiator(Instantiator.using(type -> payments))
            .attemptFrequency(ATTEMPT_FREQUENCY)
            .build();
    var unused =
        flushing.scheduleWithFixedDelay(
            outbox::flush, 0, ATTEMPT_FREQUENCY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What is called later commits by itself, and a repeated id ends the caller's transaction. */
  static Contender plain(Desk desk) {
    return new TransactionOutboxContender(desk, transactions(desk), new Delivering(desk), false);
  }

  /** The caller catches what a repeated id throws, inside the transaction, and goes on. */
  static Contender catching(Desk desk) {
    return new TransactionOutboxContender(desk, transactions(desk), new Delivering(desk), true);
  }

  /** What is called later writes in the transaction that notes it as processed. */
  static Contender joined(Desk desk) {
    ThreadLocalContextTransactionManager transactions = transactions(desk);
    Payments payments = new DeliveringInTransaction(desk, transactions);
    return new TransactionOutboxContender(desk, transactions, payments, false);
  }

  private static ThreadLocalContextTransactionManager transactions(Desk desk) {
    return TransactionManager.fromDataSource(desk.pool());
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

  private record DeliveringInTransaction(
      Desk desk, ThreadLocalContextTransactionManager transactions) implements Payments {
    @Override
    public void pay(String key, String payload) throws SQLException {
      Call call = new Call(key, payload);
      transactions.requireTransactionReturns(
          transaction -> desk.deliver(transaction.connection(), call));
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
