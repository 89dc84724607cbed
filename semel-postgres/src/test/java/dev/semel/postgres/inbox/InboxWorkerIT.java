package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.WorkSettings;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Workers on two nodes, on their own threads and the database's clock. */
@ExtendWith(PostgresExtension.class)
class InboxWorkerIT {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration NEVER = Duration.ofHours(1);
  private static final ConsumerSettings CONSUMER =
      InboxSupport.SHELF.working(
          WorkSettings.standard()
              .batches(10)
              .backoff(Duration.ofMillis(1), Duration.ofMillis(5))
              .attempts(20));

  private final InboxSupport shelf;
  private final HikariDataSource pool = new HikariDataSource();
  private final Inbox inbox;

  InboxWorkerIT(PostgresDatabase database) {
    this.shelf = new InboxSupport(database);
    pool.setDataSource(database.dataSource());
    this.inbox = InboxSupport.inbox(pool);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private static List<Message> messages(int count, int keys) {
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(InboxSupport.newMessage().key("key-" + i % keys));
    }
    return messages;
  }

  private InboxWorker worker(MessageHandler handler, Duration poll) {
    return InboxWorker.start(inbox, CONSUMER, handler, 2, poll);
  }

  @Test
  void twoNodesApplyEachMessageOnceInTheOrderOfItsKeyThoughSomeFirstAttemptsFail() {
    List<Message> all = messages(300, 11);
    Set<String> failed = ConcurrentHashMap.newKeySet();
    MessageHandler flaky =
        (message, effect) -> {
          InboxSupport.put(message, effect);
          if (failed.add(message.id().id()) && failed.size() % 5 == 0) {
            throw new IllegalStateException("the first attempt fails");
          }
        };
    inbox.store(CONSUMER, all);
    try (InboxWorker one = worker(flaky, POLL);
        InboxWorker two = worker(flaky, POLL)) {
      InboxSupport.await("all are applied", () -> inbox.records().counts("shelf").isEmpty());
      one.wake();
      two.wake();
    }
    shelf.assertThere(all, 1);
    assertThat(inbox.records().list("shelf", MessageState.DEAD, 10)).isEmpty();
    for (int key = 0; key < 11; key++) {
      assertThat(appliedOf(all, "key-" + key)).isEqualTo(storedOf(all, "key-" + key));
    }
  }

  private static List<String> storedOf(List<Message> all, String key) {
    return all.stream()
        .filter(message -> key.equals(message.key()))
        .map(message -> message.id().id())
        .toList();
  }

  private List<String> appliedOf(List<Message> all, String key) {
    Set<String> ids = Set.copyOf(storedOf(all, key));
    return shelf.database.query("SELECT message_id FROM thing ORDER BY id").stream()
        .map(row -> String.valueOf(row.get("message_id")))
        .filter(ids::contains)
        .toList();
  }

  @Test
  void anIdleWorkerIsWokenByWhoeverStores() {
    List<Message> one = InboxSupport.newMessages(1);
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (InboxWorker worker = worker((message, effect) -> seen.add(message.id().id()), NEVER)) {
      inbox.store(CONSUMER, one);
      InboxSupport.await(
          "it is applied",
          () -> {
            worker.wake();
            return inbox.records().counts("shelf").isEmpty();
          });
    }
    assertThat(seen).contains(one.get(0).id().id());
  }

  /** A worker locks the first message of a key while it claims and while it settles. */
  @Test
  void aTenantsOrderIsKeptWhileAnotherWorkerHasItsFirstMessageLocked() throws SQLException {
    ConsumerSettings consumer = CONSUMER.renamed("tenants");
    Message ours = InboxSupport.newMessage().key("k");
    Message first = InboxSupport.newMessage().key("k").tenant("globex");
    Message second = InboxSupport.newMessage().key("k").tenant("globex");
    List<Message> all = List.of(ours, first, second);
    inbox.store(consumer, all);
    try (Connection other = shelf.database.connect()) {
      other.setAutoCommit(false);
      lock(other, first);
      inbox.workOff(consumer, InboxSupport::put);
      assertThat(appliedOf(all, "k")).containsExactly(ours.id().id());
      other.rollback();
    }
    inbox.workOff(consumer, InboxSupport::put);
    assertThat(appliedOf(all, "k")).isEqualTo(storedOf(all, "k"));
  }

  private static void lock(Connection connection, Message message) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT FROM semel.inbox_message WHERE message_id = ? FOR UPDATE")) {
      select.setString(1, message.id().id());
      select.execute();
    }
  }

  /** Each of them is what the other would wait for. */
  @Test
  void handlersOnAllThreadsMayCloseTheirWorker() {
    ConsumerSettings oneByOne = CONSUMER.working(WorkSettings.standard().batches(1));
    List<Message> two = messages(2, 2);
    CountDownLatch atWork = new CountDownLatch(2);
    CompletableFuture<InboxWorker> started = new CompletableFuture<>();
    inbox.store(oneByOne, two);
    MessageHandler closing =
        (message, effect) -> {
          atWork.countDown();
          InboxSupport.await("both are at work", () -> atWork.getCount() == 0);
          started.join().close();
          InboxSupport.put(message, effect);
        };
    InboxWorker worker = InboxWorker.start(inbox, oneByOne, closing, 2, POLL);
    started.complete(worker);

    InboxSupport.await("all are applied", () -> inbox.records().counts("shelf").isEmpty());
    worker.close();
    shelf.assertThere(two, 1);
  }
}
