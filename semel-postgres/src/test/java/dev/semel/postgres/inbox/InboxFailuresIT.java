package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.EffectFailedException;
import dev.semel.JdbcEffect;
import dev.semel.TransactionMisuseException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong in a handler means for a message what it means for a command. */
@ExtendWith(PostgresExtension.class)
class InboxFailuresIT {
  private final InboxSupport shelf;
  private final Inbox inbox;
  private final AtomicInteger runs = new AtomicInteger();

  InboxFailuresIT(PostgresDatabase database) {
    this.shelf = new InboxSupport(database);
    this.inbox = shelf.inbox();
  }

  private static void execute(JdbcEffect effect, String sql) throws SQLException {
    try (Statement statement = effect.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  private static String raising(String sqlState) {
    return "DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '%s'; END $$"
        .formatted(sqlState);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03"})
  void whatPassesIsRunAgainFromTheStart(String sqlState) {
    List<Message> batch = InboxSupport.newMessages(3);
    List<Consumed> outcomes =
        inbox.consumeAll(
            InboxSupport.SHELF,
            batch,
            (message, effect) -> {
              InboxSupport.put(message, effect);
              if (runs.incrementAndGet() == 2) {
                execute(effect, raising(sqlState));
              }
            });
    assertThat(outcomes).allMatch(Consumed.Applied.class::isInstance);
    assertThat(runs).hasValue(5);
    shelf.assertThere(batch, 1);
  }

  @Test
  void whatIsFinalIsThrownAtOnceAndNothingIsStored() {
    List<Message> one = InboxSupport.newMessages(1);
    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () ->
                inbox.consume(
                    InboxSupport.SHELF,
                    one.get(0),
                    (message, effect) -> {
                      runs.incrementAndGet();
                      InboxSupport.put(message, effect);
                      execute(effect, raising("22012"));
                    }));
    assertThat(runs).hasValue(1);
    shelf.assertThere(one, 0);
  }

  @Test
  void anErrorThatWasCaughtAndIgnoredCommitsNothing() {
    List<Message> one = InboxSupport.newMessages(1);
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                inbox.consume(
                    InboxSupport.SHELF,
                    one.get(0),
                    (message, effect) -> {
                      InboxSupport.put(message, effect);
                      try {
                        execute(effect, raising("22012"));
                      } catch (SQLException ignored) {
                        // What is tested here.
                      }
                    }));
    shelf.assertThere(one, 0);
  }

  @Test
  void endingTheTransactionByItsConnectionIsRefusedAndNothingIsStored() {
    List<Message> one = InboxSupport.newMessages(1);
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                inbox.consume(
                    InboxSupport.SHELF,
                    one.get(0),
                    (message, effect) -> {
                      InboxSupport.put(message, effect);
                      effect.connection().commit();
                    }))
        .withMessageContaining("must not commit its transaction");
    shelf.assertThere(one, 0);
  }

  @Test
  void endingTheTransactionBySqlIsFoundOutAndNoMarkerIsStored() {
    Message message = InboxSupport.newMessage();
    assertThatExceptionOfType(TransactionMisuseException.class)
        .isThrownBy(
            () ->
                inbox.consume(
                    InboxSupport.SHELF, message, (m, effect) -> execute(effect, "COMMIT")));
    assertThat(inbox.records().isKnown("shelf", message.id())).isFalse();
  }
}
