package dev.semel.bench.contender;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.txstep.JdbcStepFactory.TransactionalFunction;
import dev.dbos.transact.workflow.Workflow;
import java.sql.SQLException;

/**
 * A workflow of DBOS Transact with one step; the key is the workflow's id. Each executor has an id
 * of its own, as is asked for where there are several, and keeps it when it is started again.
 */
final class DbosContender implements Contender {
  private final DBOS dbos;
  private final Payments payments;

  /**
   * @param transactional whether the step's row and its result are written in one transaction
   */
  DbosContender(Desk desk, boolean transactional) {
    this.dbos =
        new DBOS(
            DBOSConfig.defaults("beside")
                .withDataSource(desk.pool())
                .withExecutorId(desk.instance()));
    this.payments =
        dbos.registerProxy(
            Payments.class, transactional ? new PayingOnce(dbos, desk) : new Paying(dbos, desk));
    dbos.launch();
  }

  /** The workflow. */
  public interface Payments {
    String pay(String key, String payload) throws SQLException;
  }

  /** With an ordinary step. */
  public static final class Paying implements Payments {
    private final DBOS dbos;
    private final Desk desk;

    Paying(DBOS dbos, Desk desk) {
      this.dbos = dbos;
      this.desk = desk;
    }

    @Override
    @Workflow(name = "pay")
    public String pay(String key, String payload) throws SQLException {
      return dbos.runStep(() -> desk.workAlone(new Call(key, payload)), "pay");
    }
  }

  /** With a step whose result is stored in the transaction of its row. */
  public static final class PayingOnce implements Payments {
    private final JdbcStepFactory steps;
    private final Desk desk;

    PayingOnce(DBOS dbos, Desk desk) {
      this.steps = new JdbcStepFactory(dbos, desk.pool());
      this.desk = desk;
    }

    @Override
    @Workflow(name = "pay")
    public String pay(String key, String payload) throws SQLException {
      Call call = new Call(key, payload);
      TransactionalFunction<String, SQLException> step = connection -> desk.work(connection, call);
      return steps.txStep(step, "pay");
    }
  }

  @Override
  public String take(Call call) throws SQLException {
    try (var options = new WorkflowOptions(call.key()).setContext()) {
      return payments.pay(call.key(), call.payload());
    }
  }

  @Override
  public void close() {
    dbos.shutdown();
  }
}
