package dev.semel.bench.contender;

import static dev.semel.bench.contender.SpringContext.inTransaction;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.semel.bench.measure.MeasurementException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * db-scheduler with a one-time task, scheduled in a transaction of Spring's. It looks, and gives a
 * sign of life, every second instead of every ten seconds and every five minutes.
 */
final class DbSchedulerContender implements Contender {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Desk desk;
  private final TransactionTemplate transactions;
  private final JdbcTemplate jdbc;
  private final OneTimeTask<PaymentTaken> task;
  private final Scheduler scheduler;

  DbSchedulerContender(Desk desk) {
    this.desk = desk;
    this.transactions = new TransactionTemplate(new JdbcTransactionManager(desk.pool()));
    this.jdbc = new JdbcTemplate(desk.pool());
    this.task =
        Tasks.oneTime("pay", PaymentTaken.class)
            .execute((instance, context) -> run(instance.getData().call()));
    DataSource aware = new TransactionAwareDataSourceProxy(desk.pool());
    this.scheduler =
        Scheduler.create(aware, task)
            .threads(2)
            .pollingInterval(INTERVAL)
            .heartbeatInterval(INTERVAL)
            .build();
    scheduler.start();
  }

  private void run(Call call) {
    try {
      desk.workAlone(call);
    } catch (SQLException e) {
      throw new MeasurementException("the task failed", e);
    }
  }

  @Override
  public String take(Call call) {
    boolean isNew =
        Objects.requireNonNull(
            transactions.execute(
                status -> {
                  inTransaction(
                      jdbc,
                      connection -> {
                        desk.note(connection, call);
                        return true;
                      });
                  return scheduler.scheduleIfNotExists(
                      task.instance(call.key(), new PaymentTaken(call.key(), call.payload())),
                      Instant.now());
                }));
    return isNew ? "scheduled, committed" : "there already, committed";
  }

  @Override
  public void close() {
    scheduler.stop();
  }
}
