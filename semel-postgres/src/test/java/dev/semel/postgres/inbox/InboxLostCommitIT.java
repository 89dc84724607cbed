package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.CommitUnknownException;
import dev.semel.JdbcEffect;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.Received;
import dev.semel.inbox.VersionGuard;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.OnMessage;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The connection is lost while COMMIT is under way. The messages are claimed again: their markers
 * are there or they are not.
 */
@ExtendWith(PostgresExtension.class)
class InboxLostCommitIT {
  private static final int BATCH = 20;

  private final PostgresDatabase database;
  private final InboxSupport shelf;
  private final AtomicInteger runs = new AtomicInteger();
  private @Nullable Fault fault;
  private FaultProxy proxy;
  private Inbox inbox;

  InboxLostCommitIT(PostgresDatabase database) {
    this.database = database;
    this.shelf = new InboxSupport(database);
  }

  @BeforeEach
  void connectThroughTheProxy() {
    proxy = FaultProxy.to(database.host(), database.port());
    inbox = InboxSupport.inbox(database.dataSourceVia(proxy.host(), proxy.port()));
  }

  @AfterEach
  void closeTheProxy() {
    proxy.close();
  }

  private void put(Message message, JdbcEffect effect, Function<OnMessage, Fault> onCommit)
      throws SQLException {
    if (runs.incrementAndGet() == 1) {
      fault = onCommit.apply(proxy.onMessage("COMMIT"));
    }
    InboxSupport.put(message, effect);
  }

  private List<Consumed> consume(List<Message> messages, Function<OnMessage, Fault> onCommit) {
    List<Consumed> outcomes =
        inbox.consumeAll(
            InboxSupport.SHELF, messages, (message, effect) -> put(message, effect, onCommit));
    assertThat(Objects.requireNonNull(fault).firedCount()).isEqualTo(1);
    return outcomes;
  }

  @Test
  void whenCommitNeverReachedTheServerTheMessageIsAppliedAgain() {
    List<Message> one = InboxSupport.newMessages(1);
    assertThat(consume(one, OnMessage::cutBefore)).containsExactly(new Consumed.Applied());
    assertThat(runs).hasValue(2);
    shelf.assertThere(one, 1);
  }

  @Test
  void whenOnlyTheReplyWasLostTheMessageIsKnownToBeApplied() {
    List<Message> one = InboxSupport.newMessages(1);
    assertThat(consume(one, OnMessage::loseReply)).containsExactly(new Consumed.Applied());
    assertThat(runs).hasValue(1);
    shelf.assertThere(one, 1);
  }

  @Test
  void anUnansweredCommitIsNotSaidToHaveComeToNothing() {
    Message message = InboxSupport.newMessage();
    var hurried = InboxSupport.SHELF.retrying(InboxSupport.PATIENT.within(Duration.ofMillis(200)));

    assertThatExceptionOfType(CommitUnknownException.class)
        .isThrownBy(() -> inbox.consume(hurried, message, this::putAndLoseTheServer));

    proxy.heal();
    assertThat(inbox.consume(hurried, message, InboxSupport::put))
        .isEqualTo(new Consumed.Duplicate());
    shelf.assertThere(List.of(message), 1);
  }

  /** What is open stays open until the reply is lost; who comes later is turned away. */
  private void putAndLoseTheServer(Message message, JdbcEffect effect) throws SQLException {
    put(message, effect, OnMessage::loseReply);
    proxy.refuseNew();
  }

  @Test
  void aBatchWhoseCommitNeverReachedTheServerIsAppliedAgain() {
    List<Message> batch = InboxSupport.newMessages(BATCH);
    assertThat(consume(batch, OnMessage::cutBefore)).allMatch(Consumed.Applied.class::isInstance);
    assertThat(runs).hasValue(2 * BATCH);
    shelf.assertThere(batch, 1);
  }

  @Test
  void aBatchOfWhichOnlyTheReplyWasLostIsKnownToBeApplied() {
    List<Message> batch = InboxSupport.newMessages(BATCH);
    assertThat(consume(batch, OnMessage::loseReply)).allMatch(Consumed.Applied.class::isInstance);
    assertThat(runs).hasValue(BATCH);
    shelf.assertThere(batch, 1);
  }

  @Test
  void aKeptBatchOfWhichOnlyTheReplyWasLostIsKnownToBeApplied() {
    List<Message> batch = InboxSupport.newMessages(BATCH);
    inbox.store(InboxSupport.SHELF, batch);
    var report =
        inbox.workOff(
            InboxSupport.SHELF, (message, effect) -> put(message, effect, OnMessage::loseReply));
    assertThat(report.applied()).isEqualTo(BATCH);
    assertThat(runs).hasValue(BATCH);
    shelf.assertThere(batch, 1);
  }

  @Test
  void aParkedMessageOfWhichOnlyTheReplyWasLostIsKnownToBeParked() {
    Message first = InboxSupport.newMessage();
    Message second = InboxSupport.newMessage().about("thing", first.id().id(), 2L);
    var guarded = InboxSupport.SHELF.inOrder(VersionGuard.parking());
    fault = proxy.onMessage("COMMIT").loseReply();
    assertThat(inbox.consume(guarded, second, InboxSupport::put)).isEqualTo(new Consumed.Parked(1));
    assertThat(fault.firedCount()).isEqualTo(1);
    inbox.consume(guarded, first.about("thing", first.id().id(), 1L), InboxSupport::put);
    shelf.assertThere(List.of(first, second), 1);
  }

  @Test
  void messagesThatWereStoredBeforeTheReplyWasLostAreStoredOnce() {
    List<Message> batch = InboxSupport.newMessages(BATCH);
    fault = proxy.onMessage("INSERT INTO").loseReply();
    assertThat(inbox.store(InboxSupport.SHELF, batch)).allMatch(Received.DUPLICATE::equals);
    assertThat(fault.firedCount()).isEqualTo(1);
    assertThat(inbox.workOff(InboxSupport.SHELF, InboxSupport::put).applied()).isEqualTo(BATCH);
    shelf.assertThere(batch, 1);
  }
}
