package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Isolation;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.VersionGuard;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
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

  private final FaultProxy proxy;
  private final HikariDataSource pool = new HikariDataSource();
  private final Inbox inbox;

  InboxRoundTripsIT(PostgresDatabase database) {
    new InboxSupport(database);
    this.proxy = FaultProxy.to(database.host(), database.port());
    pool.setDataSource(database.dataSourceVia(proxy.host(), proxy.port()));
    pool.setMaximumPoolSize(1);
    this.inbox = InboxSupport.inbox(pool);
  }

  @AfterEach
  void close() {
    pool.close();
    proxy.close();
  }

  private void assertTrips(long expected, Runnable work) {
    for (int i = 0; i < WARM_UPS; i++) {
      work.run();
    }
    long before = proxy.roundTripCount();
    work.run();
    assertThat(proxy.roundTripCount() - before).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aMessageTakesTwo(Isolation isolation) {
    ConsumerSettings consumer = InboxSupport.SHELF.isolation(isolation);
    assertTrips(2, () -> inbox.consume(consumer, InboxSupport.newMessage(), FULL));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aBatchTakesTwoHoweverManyItHas(Isolation isolation) {
    ConsumerSettings consumer = InboxSupport.SHELF.isolation(isolation);
    assertTrips(2, () -> inbox.consumeAll(consumer, InboxSupport.newMessages(BATCH), FULL));
  }

  @Test
  void theVersionGuardCostsNone() {
    ConsumerSettings guarded = InboxSupport.SHELF.inOrder(VersionGuard.parking());
    assertTrips(2, () -> inbox.consumeAll(guarded, versions(BATCH), FULL));
  }

  private static List<Message> versions(int count) {
    String key = UUID.randomUUID().toString();
    List<Message> messages = new ArrayList<>();
    for (long version = 1; version <= count; version++) {
      messages.add(InboxSupport.newMessage().about("thing", key, version));
    }
    return messages;
  }

  /** It begins a transaction because it may have to apply, and ends it again. */
  @Test
  void aBatchOfDuplicatesTakesTwo() {
    List<Message> batch = InboxSupport.newMessages(BATCH);
    assertTrips(2, () -> inbox.consumeAll(InboxSupport.SHELF, batch, FULL));
  }

  @Test
  void storingABatchTakesOneAndWorkingItOffThree() {
    assertTrips(1, () -> inbox.store(InboxSupport.SHELF, InboxSupport.newMessages(BATCH)));
    inbox.store(InboxSupport.SHELF, InboxSupport.newMessages(BATCH));
    assertTrips(3, () -> inbox.workOff(InboxSupport.SHELF, FULL));
  }
}
