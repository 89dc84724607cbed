package dev.semel.spring.transaction;

import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

class JdbcExploredIT extends ExploredContract {
  JdbcExploredIT() {
    super(new Nodes());
  }

  @Override
  int mayMiss() {
    return 0;
  }

  @Override
  CrashExplorer dying(CrashExplorer explorer) {
    return explorer
        .killing(Joining.class)
        .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER);
  }

  /** In a class that a process can load. */
  static final class Joining implements CrashHandler {
    private final PayingNodes nodes = new Nodes();

    @Override
    public @Nullable Object handle(Trial trial) {
      return nodes.payInTransactionOfCaller(trial);
    }
  }

  private static final class Nodes extends PayingNodes {
    Nodes() {
      super(JdbcApplication.class);
    }

    @Override
    void insertPayment(ApplicationContext node, String key, String receipt) {
      node.getBean(JdbcClient.class)
          .sql("INSERT INTO payment (intent_key, receipt) VALUES (?, ?)")
          .params(key, receipt)
          .update();
    }
  }
}
