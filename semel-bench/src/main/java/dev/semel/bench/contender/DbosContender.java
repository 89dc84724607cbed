package dev.semel.bench.contender;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.workflow.Workflow;
import java.sql.SQLException;

/** A workflow of DBOS Transact with one step; the key is the workflow's id. */
final class DbosContender implements Contender {
  private final DBOS dbos;
  private final Payments payments;

  DbosContender(Desk desk) {
    this.dbos =
        new DBOS(DBOSConfig.defaults("beside").withDataSource(desk.pool()).withAdminServer(false));
    this.payments = dbos.registerProxy(Payments.class, new Paying(dbos, desk));
    dbos.launch();
  }

  /** The workflow. */
  public interface Payments {
    String pay(String key, String payload) throws SQLException;
  }

  /** The workflow. */
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
