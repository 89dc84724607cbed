package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Messages, alone and in batches, applied by a consumer that is broken at every step: each has one
 * effect, one audit entry, one event.
 *
 * <p>Connections are cut, replies lost, statements cancelled and duplicates sent at each step. The
 * process dies at the first and at the last, or where it says so. The handlers are classes, so that
 * a process can load them.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredInboxIT {
  /** A duplicate does not wait long for one that stands at its step until the duplicate is gone. */
  private static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("till", "acme").patience(Duration.ofMillis(50));

  private static final int BATCH = 3;
  private static final int KNOWN = 2;
  private static final int BAD = 2;

  private final PostgresDatabase database;
  private final DataSource direct;
  private final SettableClock clock = SettableClock.create();
  private final Stores stores = new Stores(null);

  ExploredInboxIT(PostgresDatabase database) {
    this.database = database;
    this.direct = database.dataSource();
    PostgresStore.builder(direct).migrate().build();
    Payments.makeTable(database);
  }

  @Test
  void aMessageThatIsAppliedAndThenAcknowledged(CrashExplorer explorer) {
    exploreOne(explorer, new Consuming());
  }

  /** A consumer. */
  static final class Consuming implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      return acknowledged(
          stores
              .inbox(trial)
              .consume(CONSUMER, message(trial.key()), (message, effect) -> Payments.pay(effect)));
    }
  }

  @Test
  @Tag("thorough")
  void aMessageInATransactionOfTheCaller(CrashExplorer explorer) {
    exploreOne(explorer, new Joining());
  }

  /** A consumer that commits by itself. */
  static final class Joining implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) throws SQLException {
      try (Connection connection = trial.dataSource().getConnection()) {
        connection.setAutoCommit(false);
        Consumed consumed =
            stores
                .inbox(trial)
                .within(connection)
                .consume(CONSUMER, message(trial.key()), (message, effect) -> Payments.pay(effect));
        connection.commit();
        return acknowledged(consumed);
      }
    }
  }

  private static void exploreOne(CrashExplorer explorer, CrashHandler handler) {
    dying(explorer, handler.getClass()).check("one payment", Payments::isPaidOnce).explore(handler);
  }

  @Test
  @Tag("thorough")
  void aBatchOfWhichOneMessageIsKnown(CrashExplorer explorer) {
    dying(explorer, Batching.class)
        .preparing((it, key) -> consume(message(key, KNOWN)))
        .check("each is paid once", (it, key) -> assertThat(paid(key)).containsExactly(1L, 1L, 1L))
        .explore(new Batching());
  }

  /** A consumer of batches. */
  static final class Batching implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      return stores
          .inbox(trial)
          .consumeAll(CONSUMER, batch(trial.key()), (message, effect) -> Payments.insert(effect))
          .stream()
          .map(ExploredInboxIT::acknowledged)
          .toList();
    }
  }

  private void consume(Message known) {
    acknowledged(
        stores
            .inbox(direct)
            .consume(CONSUMER, known, (message, effect) -> Payments.insert(effect)));
  }

  /** All of it is undone, and each is tried by itself. */
  @Test
  @Tag("thorough")
  void aBatchOfWhichOneMessageFails(CrashExplorer explorer) {
    explorer
        .atBothEnds(CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
        .check(
            "the others are paid once",
            (it, key) -> assertThat(paid(key)).containsExactly(1L, 0L, 1L))
        .explore(this::consumeAllButOne);
  }

  private Object consumeAllButOne(Trial trial) {
    List<Consumed> consumed =
        stores
            .inbox(trial)
            .consumeAll(
                CONSUMER,
                batch(trial.key()),
                (message, effect) -> {
                  Payments.insert(effect);
                  if (message.id().id().equals(id(trial.key(), BAD))) {
                    throw new IllegalArgumentException("cannot be read");
                  }
                });
    Consumed bad = consumed.get(BAD - 1);
    if (bad instanceof Consumed.Failed) {
      consumed.stream().filter(other -> !other.equals(bad)).forEach(ExploredInboxIT::acknowledged);
      return "acknowledged but for one";
    }
    throw new IllegalStateException("not tried: " + bad);
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

  /** A consumer that stores first. */
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
      Inbox inbox = stores.inbox(trial);
      trial.step("store", () -> inbox.store(CONSUMER, List.of(message(trial.key()))));
      inbox.workOff(
          CONSUMER,
          (message, effect) -> {
            Payments.pay(effect);
            trial.step("paid, and not committed");
          });
      return "worked off";
    }
  }

  private static CrashExplorer dying(CrashExplorer explorer, Class<? extends CrashHandler> type) {
    return explorer.killing(type).atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER);
  }

  private static List<Message> batch(String key) {
    return IntStream.rangeClosed(1, BATCH).mapToObj(number -> message(key, number)).toList();
  }

  private static Message message(String key, int number) {
    return message(id(key, number));
  }

  private static String id(String key, int number) {
    return "%d of %s".formatted(number, key);
  }

  private static Message message(String id) {
    return Message.of("/till", id, "42 EUR".getBytes(StandardCharsets.UTF_8));
  }

  /** How often each of a batch was paid. */
  private List<Long> paid(String key) {
    return IntStream.rangeClosed(1, BATCH)
        .mapToObj(
            number ->
                database.queryLong(
                    "SELECT count(*) FROM payment WHERE key LIKE ?", "%" + id(key, number)))
        .toList();
  }

  /** The broker gets its acknowledgement either way. */
  private static String acknowledged(Consumed consumed) {
    if (consumed instanceof Consumed.Applied || consumed instanceof Consumed.Duplicate) {
      return "acknowledged";
    }
    throw new IllegalStateException("not settled: " + consumed);
  }
}
