package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Step;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Commands, broken at every step: one effect, one audit entry, one event, one answer.
 *
 * <p>Connections are cut, replies lost, statements cancelled, transactions aborted and duplicates
 * sent at each step. The process dies at the first and at the last. The handlers are classes, so
 * that a process can load them.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredIT {
  private final Stores stores = new Stores(null);

  ExploredIT(PostgresDatabase database) {
    PostgresStore.builder(database.dataSource()).migrate().build();
    Payments.makeTable(database);
  }

  @Test
  void aCommandThatClaimsBeforeItsEffect(CrashExplorer explorer) {
    CrashReport report = explorePayment(explorer, new Paying());

    assertThat(report.steps()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(report.missed()).isZero();
  }

  /** A service with a command. */
  static class Paying implements CrashHandler {
    private final Stores stores = new Stores(null);
    private final Operation<String, String> operation;

    Paying() {
      this(Payments.PAY);
    }

    Paying(Operation<String, String> operation) {
      this.operation = operation;
    }

    @Override
    public final Object handle(Trial trial) {
      return stores
          .semel(trial)
          .once(operation.intent("acme", trial.key(), "42 EUR"), Payments::pay)
          .orElseThrow();
    }
  }

  /** Its isolation is set in the flight of the claim. */
  @Test
  void aSerializableCommand(CrashExplorer explorer) {
    var paying = Payments.PAY.isolation(Isolation.SERIALIZABLE);

    CrashReport report =
        explorer
            .check("one payment", Payments::isPaidOnce)
            .explore(
                trial ->
                    stores
                        .semel(trial)
                        .once(paying.intent("acme", trial.key(), "42 EUR"), Payments::pay)
                        .orElseThrow());

    assertThat(report.steps())
        .extracting(Step::text)
        .anyMatch(it -> it.contains("SERIALIZABLE") && it.contains("pg_try_advisory_xact_lock"));
  }

  @Test
  void aRejection(CrashExplorer explorer) {
    dying(explorer, Refusing.class).explore(new Refusing());
  }

  /** A service that says no when it has done all it would do. */
  static final class Refusing implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      Outcome<String> outcome =
          stores
              .semel(trial)
              .once(Payments.PAY.intent("acme", trial.key(), "42 EUR"), Refusing::refuse);
      if (outcome instanceof Outcome.Rejected<String> no) {
        return no.rejection();
      }
      throw new IllegalStateException("not rejected: " + outcome);
    }

    private static String refuse(JdbcEffect effect) throws SQLException {
      Payments.pay(effect);
      throw new RejectedException("too_late", "the till is closed");
    }
  }

  @Test
  void aCommandInATransactionOfTheCaller(CrashExplorer explorer) {
    explorePayment(explorer, new Joining());
  }

  /** A service that commits by itself. */
  static final class Joining implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) throws SQLException {
      try (Connection connection = trial.dataSource().getConnection()) {
        connection.setAutoCommit(false);
        String receipt =
            stores
                .semel(trial)
                .within(connection)
                .once(Payments.PAY.intent("acme", trial.key(), "42 EUR"), Payments::pay)
                .orElseThrow();
        connection.commit();
        return receipt;
      }
    }
  }

  private static CrashReport explorePayment(CrashExplorer explorer, CrashHandler handler) {
    return dying(explorer, handler.getClass())
        .check("one payment", Payments::isPaidOnce)
        .explore(handler);
  }

  private static CrashExplorer dying(CrashExplorer explorer, Class<? extends CrashHandler> type) {
    return explorer.killing(type).atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER);
  }
}
