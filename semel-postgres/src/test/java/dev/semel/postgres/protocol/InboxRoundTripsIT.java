package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Isolation;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.VersionGuard;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.RoundTripCounter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often the inbox waits for the server, counted on a warm connection with empty handlers. */
@ExtendWith(PostgresExtension.class)
class InboxRoundTripsIT {
  private static final int WARM_UPS = 10;
  private static final int BATCH = 100;
  private static final MessageHandler FULL =
      (message, effect) -> {
        effect.audit("PUT", "thing", null);
        effect.publish(Event.of("thing", message.id().id(), "Put", "{}"));
      };

  private static final ConsumerSettings SHELF = ConsumerSettings.named("shelf", "acme");

  private final PostgresDatabase database;
  private RoundTripCounter counter;
  private KeptConnection kept;
  private Inbox inbox;

  InboxRoundTripsIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @BeforeEach
  void connect() throws SQLException {
    counter = RoundTripCounter.on(database);
    kept = new KeptConnection(counter.dataSource());
    inbox = Inbox.on(PostgresStore.on(kept.dataSource()).inbox());
  }

  @AfterEach
  void disconnect() throws SQLException {
    kept.close();
  }

  private static Message newMessage() {
    return Message.of("orders", UUID.randomUUID().toString(), new byte[100]);
  }

  private static List<Message> newMessages(int count) {
    return Stream.generate(InboxRoundTripsIT::newMessage).limit(count).toList();
  }

  private void assertTrips(long expected, Runnable work) {
    for (int i = 0; i < WARM_UPS; i++) {
      work.run();
    }
    long before = counter.count();
    work.run();
    assertThat(counter.count() - before).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aMessageTakesTwo(Isolation isolation) {
    ConsumerSettings consumer = SHELF.isolation(isolation);
    assertTrips(2, () -> inbox.consume(consumer, newMessage(), FULL));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aBatchTakesTwoHoweverManyItHas(Isolation isolation) {
    ConsumerSettings consumer = SHELF.isolation(isolation);
    assertTrips(2, () -> inbox.consumeAll(consumer, newMessages(BATCH), FULL));
  }

  @Test
  void theVersionGuardCostsNone() {
    ConsumerSettings guarded = SHELF.inOrder(VersionGuard.parking());
    assertTrips(2, () -> inbox.consumeAll(guarded, versions(BATCH), FULL));
  }

  private static List<Message> versions(int count) {
    String key = UUID.randomUUID().toString();
    List<Message> messages = new ArrayList<>();
    for (long version = 1; version <= count; version++) {
      messages.add(newMessage().about("thing", key, version));
    }
    return messages;
  }

  /** It begins a transaction because it may have to apply, and ends it again. */
  @Test
  void aBatchOfDuplicatesTakesTwo() {
    List<Message> batch = newMessages(BATCH);
    assertTrips(2, () -> inbox.consumeAll(SHELF, batch, FULL));
  }

  @Test
  void storingABatchTakesOneAndWorkingItOffThree() {
    assertTrips(1, () -> inbox.store(SHELF, newMessages(BATCH)));
    inbox.store(SHELF, newMessages(BATCH));
    assertTrips(3, () -> inbox.workOff(SHELF, FULL));
  }
}
