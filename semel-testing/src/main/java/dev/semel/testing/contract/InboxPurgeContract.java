package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.spi.InboxEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Markers are removed when their retention has ended, and nothing else ever is.
 *
 * @param <T> the store's transaction handle
 */
public abstract class InboxPurgeContract<T> extends InboxContract<T> {
  private static final Duration PERIOD = Duration.ofDays(2);
  private static final Duration AGES = Duration.ofDays(10_000);
  private static final ConsumerSettings FORGETFUL =
      CONSUMER.retention(new MarkerRetention(Duration.ofDays(1), PERIOD));

  @Test
  void aMarkerIsKeptForItsPeriodAndThenRemoved() {
    InboxEngine<T> node = node("a");
    node.consume(FORGETFUL, message("m"), inserting());
    fixture().clock().advance(PERIOD.minusSeconds(1));
    assertThat(node.purge(100, 10)).isZero();
    assertDuplicate(node.consume(FORGETFUL, message("m"), inserting()));
    fixture().clock().advance(Duration.ofSeconds(1));
    assertThat(node.purge(100, 10)).isEqualTo(1);
    assertThat(fixture().countMarkers()).isZero();
  }

  @Test
  void aMarkerAnswersUntilItIsRemoved() {
    InboxEngine<T> node = node("a");
    node.consume(FORGETFUL, message("m"), inserting());
    fixture().clock().advance(AGES);
    assertDuplicate(node.consume(FORGETFUL, message("m"), inserting()));
    assertEffects("m", 1);
  }

  @Test
  void aPermanentMarkerIsNeverRemoved() {
    InboxEngine<T> node = node("a");
    node.consume(CONSUMER.retention(MarkerRetention.permanent()), message("m"), inserting());
    fixture().clock().advance(AGES);
    assertThat(node.purge(100, 10)).isZero();
  }

  @Test
  void whatIsWaitingParkedOrDeadIsNeverRemovedWhateverTheClockSays() {
    InboxEngine<T> node = node("a");
    ConsumerSettings guarded = FORGETFUL.inOrder(VersionGuard.parking());
    node.consume(guarded, versioned("parked", "o-1", 2), inserting());
    node.keep(FORGETFUL, List.of(message("waiting")));
    node.bury(FORGETFUL, message("dead"), "no use");
    fixture().clock().advance(AGES);
    assertThat(node.purge(100, 10)).isZero();
    assertState(node, message("parked"), MessageState.PARKED);
    assertState(node, message("waiting"), MessageState.WAITING);
    assertState(node, message("dead"), MessageState.DEAD);
  }

  @Test
  void theRetentionOfAKeptMessageBeginsWhenItIsOver() {
    InboxEngine<T> node = node("a");
    node.keep(FORGETFUL, messages(3));
    fixture().clock().advance(AGES);
    workOffAll(node, FORGETFUL, inserting());
    assertThat(node.purge(100, 10)).isZero();
    fixture().clock().advance(PERIOD);
    assertThat(node.purge(100, 10)).isEqualTo(3);
    assertThat(node.store().records().find(CONSUMER.name(), message("m0").id())).isNull();
  }

  @Test
  void whatWasDismissedIsRemovedInTime() {
    InboxEngine<T> node = node("a");
    node.bury(FORGETFUL, message("dead"), "no use");
    node.store().records().dismiss(FORGETFUL, message("dead").id(), "looked into");
    assertThat(node.purge(100, 10)).isZero();
    fixture().clock().advance(PERIOD);
    assertThat(node.purge(100, 10)).isEqualTo(1);
  }

  @Test
  void aPurgeGoesNoFurtherThanItsBounds() {
    InboxEngine<T> node = node("a");
    node.consumeAll(FORGETFUL, messages(25), inserting());
    fixture().clock().advance(AGES);
    assertThat(node.purge(10, 2)).isEqualTo(20);
    assertThat(node.purge(10, 2)).isEqualTo(5);
  }

  @Test
  void anotherMessageUnderAPurgedIdIsANewOne() {
    InboxEngine<T> node = node("a");
    node.consume(FORGETFUL, message("m"), inserting());
    fixture().clock().advance(PERIOD);
    node.purge(100, 10);
    assertApplied(node.consume(FORGETFUL, otherMessage("m"), inserting()));
  }

  @Test
  void violationsAreKeptUntilTheyAreDismissed() {
    InboxEngine<T> node = node("a");
    node.consume(FORGETFUL, message("m"), inserting());
    node.consume(FORGETFUL, otherMessage("m"), inserting());
    fixture().clock().advance(AGES);
    node.purge(100, 10);
    var records = node.store().records();
    var other = otherMessage("m");
    assertThat(records.violations(CONSUMER.name(), 10)).hasSize(1);
    assertThat(records.dismissViolation(CONSUMER.name(), other.id(), other.hash())).isTrue();
    assertThat(records.violations(CONSUMER.name(), 10)).isEmpty();
  }
}
