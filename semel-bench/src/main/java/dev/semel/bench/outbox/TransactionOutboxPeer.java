package dev.semel.bench.outbox;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.work.EventSample;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Samples;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * transaction-outbox with its own transaction manager. Right after a commit a task delivers; that
 * is its fast path, beside which there is one for what was left over.
 */
final class TransactionOutboxPeer implements Contender {
  private final HikariDataSource pool;
  private final HeldTasks tasks = new HeldTasks();
  private final BlockingSender sender;
  private final ThreadLocalContextTransactionManager transactions;
  private final TransactionOutbox outbox;

  TransactionOutboxPeer(Place place) {
    this.pool = place.pool();
    this.sender = new BlockingSender(place);
    this.transactions = TransactionManager.fromDataSource(pool);
    this.outbox =
        TransactionOutbox.builder()
            .transactionManager(transactions)
            .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
            .instantiator(Instantiator.using(type -> sender))
            .submitter(Submitter.withExecutor(tasks))
            .build();
  }

  @Override
  public void pay() throws SQLException {
    transactions.inTransactionThrows(
        transaction -> Payments.pay(transaction.connection(), Samples.NOTE));
  }

  @Override
  public void payAndPublish(int number) throws SQLException {
    transactions.inTransactionThrows(
        transaction -> {
          Payments.pay(transaction.connection(), Samples.NOTE);
          outbox
              .schedule(KafkaSender.class)
              .send(EventSample.account(), EventSample.payload(number));
        });
  }

  @Override
  public void reset() throws SQLException {
    tasks.reset();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE TABLE txno_outbox");
    }
  }

  @Override
  public void open() {
    tasks.open();
  }

  @Override
  public void shut() {
    tasks.shut();
  }

  @Override
  public void close() {
    tasks.close();
    sender.close();
    pool.close();
  }
}
