package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.RetryPolicy;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Intake;
import dev.semel.inbox.Message;
import dev.semel.inbox.WorkSettings;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a consumer of any broker has in hand, round by round, without a broker. */
@ExtendWith(PostgresExtension.class)
class IntakeIT {
  private static final Duration MUCH_LATER = Duration.ofHours(1);
  private static final String ITS_OWN_FAULT = "P0001";
  private static final String MEETS_WITH_ANOTHER = "40001";

  private final String run = UUID.randomUUID().toString();
  private final Map<String, String> failing = new HashMap<>();
  private final Inbox inbox;
  private Intake<String> intake;

  IntakeIT(PostgresDatabase database) {
    this.inbox = new InboxSupport(database).inbox();
    this.intake = intake(WorkSettings.standard());
  }

  private Intake<String> intake(WorkSettings work) {
    ConsumerSettings shelf =
        InboxSupport.SHELF
            .retrying(RetryPolicy.never())
            .working(work.backoff(MUCH_LATER, MUCH_LATER));
    return Intake.applying(inbox, shelf, CloudEventsReader.nats(), this::put);
  }

  private void put(Message message, JdbcEffect effect) throws SQLException {
    String sqlState = failing.get(message.id().id());
    if (sqlState != null) {
      throw new SQLException("on purpose", sqlState);
    }
    InboxSupport.put(message, effect);
  }

  private String add(String name, @Nullable String key) {
    String id = name + "-" + run;
    Map<String, String> headers = new HashMap<>();
    headers.put("ce-specversion", "1.0");
    headers.put("ce-id", id);
    headers.put("ce-source", "/orders");
    headers.put("ce-type", "placed");
    if (key != null) {
      headers.put("ce-subject", key);
    }
    intake.add(Delivery.of("orders", headers, new byte[] {1}), name);
    return id;
  }

  private List<String> worked() {
    return intake.work().stream().map(Intake.Settled::handle).toList();
  }

  @Test
  void whatIsBehindAMessageThatWaitsForItsNextAttemptWaitsToo() {
    failing.put(add("first", "a"), ITS_OWN_FAULT);
    add("second", "a");
    add("other", "b");
    assertThat(worked()).containsExactly("other");
    add("third", "a");
    add("another", "b");
    assertThat(worked()).containsExactly("another");
    assertThat(worked()).isEmpty();
    assertThat(intake.unsettled()).containsExactly("first", "second", "third");
    assertThat(intake.untilNext()).isPositive();
  }

  @Test
  void messagesWithoutAKeyDoNotWaitForEachOther() {
    failing.put(add("first", null), ITS_OWN_FAULT);
    add("second", null);
    assertThat(worked()).containsExactly("second");
  }

  @Test
  void whatTheBrokerWillDeliverAgainIsForgotten() {
    failing.put(add("first", "a"), ITS_OWN_FAULT);
    add("second", "a");
    assertThat(worked()).isEmpty();
    assertThat(intake.release()).containsExactly("first", "second");
    assertThat(intake.size()).isZero();
    add("second", "a");
    assertThat(worked()).containsExactly("second");
  }

  @Test
  void whatTheStoreIsToBlameForIsNotHeldAgainstAMessage() {
    intake = intake(WorkSettings.standard().attempts(1));
    failing.put(add("first", "a"), MEETS_WITH_ANOTHER);
    failing.put(add("second", "b"), ITS_OWN_FAULT);
    add("third", "c");
    assertThat(intake.work())
        .containsExactlyInAnyOrder(
            new Intake.Settled<>("second", true), new Intake.Settled<>("third", false));
    assertThat(intake.unsettled()).containsExactly("first");
  }

  @Test
  void nothingIsSettledWhileTheStoreIsAway() {
    failing.put(add("first", "a"), MEETS_WITH_ANOTHER);
    assertThat(worked()).isEmpty();
    assertThat(intake.isStoreAway()).isTrue();
    assertThat(intake.unsettled()).containsExactly("first");
  }
}
