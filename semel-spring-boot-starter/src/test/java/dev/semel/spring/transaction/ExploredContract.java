package dev.semel.spring.transaction;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Commands in Spring's transactions, broken at each request to the database, and tried again by
 * another node.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExploredContract {
  private final PayingNodes nodes;
  private @Nullable Till till;

  ExploredContract(PayingNodes nodes) {
    this.nodes = nodes;
  }

  /** How many faults may find that their step does not come in every run. */
  abstract int mayMiss();

  /** Lets the process of a command that joins die too, where that is worth a start for each. */
  abstract CrashExplorer dying(CrashExplorer explorer);

  @BeforeAll
  void makeTill(PostgresDatabase database) {
    PostgresStore.builder(database.dataSource()).migrate().build();
    till = new Till(database);
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @Test
  void aCommandThatJoinsTheTransactionOfItsCaller(CrashExplorer explorer) {
    explore(dying(explorer), nodes::payInTransactionOfCaller);
  }

  @Test
  void aCommandInATransactionOfItsOwn(CrashExplorer explorer) {
    explore(explorer, nodes::payInTransactionOfItsOwn);
  }

  private void explore(CrashExplorer explorer, CrashHandler handler) {
    explorer
        .check("one payment", (database, key) -> Objects.requireNonNull(till).assertPaidOnce(key))
        .mayMiss(mayMiss())
        .explore(handler);
  }
}
