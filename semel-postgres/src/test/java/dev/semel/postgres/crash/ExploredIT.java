package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Claiming;
import dev.semel.Event;
import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
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
import dev.semel.testing.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Everything that writes, broken at every step: one effect, one audit entry, one event, one answer.
 *
 * <p>Connections are cut, replies lost, statements cancelled and duplicates sent at each step. Two
 * more errors that abort a transaction as a cancelled statement does, where a clock adds two faults
 * more, and the death of a process strike at the first and at the last step.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredIT {
  private static final ConsumerSettings CONSUMER = ConsumerSettings.named("till", "acme");

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Stores stores = new Stores(null);

  ExploredIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    Payments.makeTable(database);
  }

  @Test
  void aCommandThatClaimsBeforeItsEffect(CrashExplorer explorer) {
    CrashReport report =
        explorer
            .check("one payment", Payments::isPaidOnce)
            .killing(Paying.class)
            .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .explore(new Paying());

    assertThat(report.steps()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(report.missed()).isZero();
  }

  /** A service with a command, in a class that a process can load. */
  static final class Paying implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      return stores
          .semel(trial)
          .once(Payments.PAY.intent("acme", trial.key(), "42 EUR"), ExploredIT::pay)
          .orElseThrow();
    }
  }

  @Test
  void aCommandThatClaimsAfterItsEffect(CrashExplorer explorer) {
    var paying = Payments.PAY.claiming(Claiming.AFTER_EFFECT);

    explorePayment(
        explorer,
        trial ->
            stores
                .semel(trial)
                .once(paying.intent("acme", trial.key(), "42 EUR"), ExploredIT::pay)
                .orElseThrow());
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
                        .once(paying.intent("acme", trial.key(), "42 EUR"), ExploredIT::pay)
                        .orElseThrow());

    assertThat(report.steps())
        .extracting(Step::text)
        .anyMatch(it -> it.contains("SERIALIZABLE") && it.contains("pg_try_advisory_xact_lock"));
  }

  @Test
  void aRejection(CrashExplorer explorer) {
    explorer.explore(this::tryToPay);
  }

  private Object tryToPay(Trial trial) {
    Outcome<String> outcome =
        stores
            .semel(trial)
            .once(Payments.PAY.intent("acme", trial.key(), "42 EUR"), ExploredIT::refuse);
    if (outcome instanceof Outcome.Rejected<String> no) {
      return no.rejection();
    }
    throw new IllegalStateException("not rejected: " + outcome);
  }

  @Test
  void aCommandInATransactionOfTheCaller(CrashExplorer explorer) {
    explorePayment(
        explorer,
        trial -> {
          try (Connection connection = trial.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            String receipt =
                stores
                    .semel(trial)
                    .within(connection)
                    .once(Payments.PAY.intent("acme", trial.key(), "42 EUR"), ExploredIT::pay)
                    .orElseThrow();
            connection.commit();
            return receipt;
          }
        });
  }

  @Test
  void aMessageThatIsAppliedAndThenAcknowledged(CrashExplorer explorer) {
    explorer
        .check("one payment", Payments::isPaidOnce)
        .killing(Consuming.class)
        .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .explore(new Consuming());
  }

  /** A consumer, in a class that a process can load. */
  static final class Consuming implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      Inbox inbox = Inbox.on(stores.of(trial).inbox());
      return settled(inbox.consume(CONSUMER, message(trial), (message, effect) -> pay(effect)));
    }
  }

  @Test
  void aMessageThatIsStoredAcknowledgedAndThenWorkedOff(CrashExplorer explorer) {
    Storing storing = new Storing(clock);

    explorer
        .check("one payment", Payments::isPaidOnce)
        .clock(clock, Duration.ofHours(1))
        .atBothEnds(CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
        .killing(Storing.class)
        .whereAnnounced(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .explore(
            trial -> {
              Object answer = storing.handle(trial);
              Payments.isPaidOnce(database, trial.key()); // or it comes again after a while
              return answer;
            });
  }

  /** A consumer that stores first, in a class that a process can load. */
  static final class Storing implements CrashHandler {
    private final Stores stores;

    Storing() {
      this(SettableClock.create());
    }

    Storing(SettableClock clock) {
      stores = new Stores(clock);
    }

    @Override
    public Object handle(Trial trial) {
      Inbox inbox = Inbox.on(stores.of(trial).inbox());
      trial.step("store", () -> inbox.store(CONSUMER, List.of(message(trial))));
      inbox.workOff(
          CONSUMER,
          (message, effect) -> {
            pay(effect);
            trial.step("paid, and not committed");
          });
      return "worked off";
    }
  }

  private static Message message(Trial trial) {
    return Message.of("/till", trial.key(), "42 EUR".getBytes(StandardCharsets.UTF_8));
  }

  /** The broker gets its acknowledgement either way. */
  private static String settled(Consumed consumed) {
    if (consumed instanceof Consumed.Applied || consumed instanceof Consumed.Duplicate) {
      return "acknowledged";
    }
    throw new IllegalStateException("not settled: " + consumed);
  }

  private static void explorePayment(CrashExplorer explorer, CrashHandler handler) {
    explorer.check("one payment", Payments::isPaidOnce).explore(handler);
  }

  private static String pay(JdbcEffect effect) throws SQLException {
    String key = effect.intent().key();
    effect.audit("PAY", key, null);
    effect.publish(Event.of("payment", key, "Paid", "{}"));
    return Payments.insert(effect);
  }

  private static String refuse(JdbcEffect effect) throws SQLException {
    pay(effect);
    throw new RejectedException("too_late", "the till is closed");
  }
}
