package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing of one tenant or principal is ever shown to, blocked by or told to another, though they
 * use the same key.
 *
 * @param <T> the store's transaction handle
 */
public abstract class SeparationContract<T> extends StoreContract<T> {

  /** Two callers who know nothing of each other, and use the same key. */
  record Strangers(Intent<String> one, Intent<String> other) {
    static Strangers of(Intent<String> one, Intent<String> other) {
      return new Strangers(one, other);
    }
  }

  private static Operation<String, String> named(String name) {
    return Operation.named(name).taking(Fingerprinter.text()).answering(Codec.text());
  }

  /** Payloads differ too, so that a mismatch would show that one was told of the other. */
  static Stream<Strangers> strangers() {
    return Stream.of(
        Strangers.of(order("k"), ORDER.intent("globex", "k", OTHER_PAYLOAD)),
        Strangers.of(order("k"), ORDER.intent("ACME", "k", OTHER_PAYLOAD)),
        Strangers.of(order("k"), ORDER.intent("acme ", "k", OTHER_PAYLOAD)),
        Strangers.of(order("k"), otherOrder("k").onBehalfOf("ann")),
        Strangers.of(order("k").onBehalfOf("ann"), otherOrder("k").onBehalfOf("bob")),
        Strangers.of(order("k").onBehalfOf("ann"), otherOrder("k").onBehalfOf("Ann")),
        Strangers.of(
            order("k").onBehalfOf("ann"),
            ORDER.intent("globex", "k", OTHER_PAYLOAD).onBehalfOf("ann")),
        Strangers.of(order("k"), named("cancel-order").intent(TENANT, "k", OTHER_PAYLOAD)),
        Strangers.of(
            named("bc").intent("a", "k", PAYLOAD), named("c").intent("ab", "k", OTHER_PAYLOAD)),
        Strangers.of(
            named("a").intent("acme", "bk", PAYLOAD),
            named("ab").intent("acme", "k", OTHER_PAYLOAD)),
        Strangers.of(
            named("op").intent("a", "k", PAYLOAD).onBehalfOf("b"),
            named("op").intent("a", "bk", OTHER_PAYLOAD)));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void neitherIsShownTheAnswerOfTheOther(Strangers strangers) {
    Engine<T> node = node("a");
    String first = node.once(strangers.one(), inserting("k")).orElseThrow();
    assertThat(node.once(strangers.other(), inserting("k"))).isExecuted();
    assertThat(node("b").once(strangers.one(), inserting("k"))).isReplayed().hasResult(first);
    assertEffects("k", 2);
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void neitherIsBlockedByTheOther(Strangers strangers) {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> node = node("a", checkpoints);
    Engine<T> elsewhere = node("b");
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var one = Callers.start(() -> node.once(strangers.one(), inserting("k")));
      held.awaitReached();
      assertThat(node.once(strangers.other(), inserting("k"))).isExecuted();
      assertThat(elsewhere.once(strangers.other(), inserting("k"))).isReplayed();
      held.release();
      assertThat(one.result()).isExecuted();
    }
    assertEffects("k", 2);
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void neitherIsBlockedByTheLeaseOfTheOther(Strangers strangers) {
    Engine<T> node = node("a");
    var one = granted(node, strangers.one(), takeOver());
    var other = granted(node, strangers.other(), takeOver());
    other.unknown("the reply was lost");
    assertThat(one.complete(inserting("k"))).isExecuted();
    assertThat(node.once(strangers.other(), inserting("k"))).isUnknown();
    assertEffects("k", 1);
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void neitherIsToldOfTheRejectionOfTheOther(Strangers strangers) {
    Engine<T> node = node("a");
    node.once(strangers.one(), insertingThenRejecting("k", "SOLD_OUT"));
    assertThat(node.once(strangers.other(), inserting("k"))).isExecuted();
    assertThat(node.once(strangers.one(), inserting("k"))).isReplayOfRejection("SOLD_OUT");
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void neitherFindsTheRecordOfTheOther(Strangers strangers) {
    Engine<T> node = node("a");
    node.once(strangers.one(), inserting("k"));
    assertThat(node.store().find(strangers.other().id())).isNull();
    assertThat(node.store().records().find(strangers.other().id())).isNull();
    assertThat(fixture().countAudit(strangers.other().id())).isZero();
  }

  @Test
  void whenOneExpiresTheOtherStays() {
    Engine<T> node = node("a");
    Duration retention = Duration.ofHours(1);
    node.once(ORDER.retainedFor(retention).intent("globex", "k", PAYLOAD), inserting("k"));
    node.once(order("k"), inserting("k"));
    fixture().clock().advance(retention);
    assertThat(node.purge(100, 100)).isEqualTo(1);
    assertThat(node.once(order("k"), inserting("k"))).isReplayed();
  }

  @Test
  void oneEventKeyOfTwoTenantsIsTwoEvents() {
    Engine<T> node = node("a");
    Body<T, String> publishing =
        effect -> {
          effect.publish(Event.of("order", "7", "shipped", null).keyed("shipped-7"));
          return "published";
        };
    node.once(order("k"), publishing);
    node.once(ORDER.intent("globex", "k", PAYLOAD), publishing);
    assertThat(fixture().countEvents(TENANT, "7")).isEqualTo(1);
    assertThat(fixture().countEvents("globex", "7")).isEqualTo(1);
  }
}
