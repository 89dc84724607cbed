package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.spi.Body;
import dev.semel.spi.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One intent, one committed effect, one answer, when attempts come one after the other.
 *
 * @param <T> the store's transaction handle
 */
public abstract class AtomicContract<T> extends StoreContract<T> {

  @Test
  void anIntentRunsOnceAndEveryRetryIsToldTheSame() {
    Engine<T> node = node("a");
    String told = node.once(order("k"), inserting("k")).orElseThrow();
    for (int retry = 0; retry < 3; retry++) {
      assertThat(node.once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void aRetryOnAnotherNodeIsToldTheSame() {
    String told = node("a").once(order("k"), inserting("k")).orElseThrow();
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
  }

  @Test
  void theSameKeyWithAnotherPayloadRunsNothing() {
    Engine<T> node = node("a");
    String told = node.once(order("k"), inserting("k")).orElseThrow();
    assertThat(node.once(otherOrder("k"), inserting("k"))).isMismatch();
    assertThat(node("b").once(otherOrder("k"), inserting("k"))).isMismatch();
    assertThat(node.once(order("k"), inserting("k"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
  }

  @Test
  void theSameKeyOfAnotherScopeIsAnotherIntent() {
    Engine<T> node = node("a");
    Operation<String, String> cancel =
        Operation.named("cancel-order").taking(Fingerprinter.text()).answering(Codec.text());
    List<Intent<String>> intents =
        List.of(
            order("k"),
            order("k").onBehalfOf("ann"),
            order("k").onBehalfOf("bob"),
            ORDER.intent("globex", "k", PAYLOAD),
            cancel.intent(TENANT, "k", PAYLOAD));
    for (Intent<String> intent : intents) {
      assertThat(node.once(intent, inserting("k"))).isExecuted();
    }
    for (Intent<String> intent : intents) {
      assertThat(node.once(intent, inserting("k"))).isReplayed();
    }
    assertEffects("k", intents.size());
    assertThat(fixture().countRecords()).isEqualTo(intents.size());
  }

  @Test
  void aRetryAcrossADeploymentMatchesByTheRulesOfTheStoredFingerprint() {
    String told = node("a").once(order("k"), inserting("k")).orElseThrow();
    Operation<String, String> next =
        Operation.named("place-order")
            .taking(Fingerprinter.text())
            .schemaVersion(2)
            .formerly(1, Fingerprinter.text())
            .answering(Codec.text());
    Engine<T> deployed = node("b");
    assertThat(deployed.once(next.intent(TENANT, "k", PAYLOAD), inserting("k")))
        .isReplayed()
        .hasResult(told);
    assertThat(deployed.once(next.intent(TENANT, "k", OTHER_PAYLOAD), inserting("k"))).isMismatch();
    assertEffects("k", 1);
  }

  @Test
  void anEffectThatThrowsLeavesNothingAndTheKeyFree() {
    Engine<T> node = node("a");
    Crash crash = new Crash();
    assertThatThrownBy(() -> node.once(order("k"), insertingThenThrowing("k", crash)))
        .isSameAs(crash);
    assertEffects("k", 0);
    assertThat(fixture().countRecords()).isZero();
    assertThat(node.once(otherOrder("k"), inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void auditAndEventsCommitWithTheEffectAndARetryAddsNone() {
    Engine<T> node = node("a");
    assertThat(node.once(order("k"), telling("k"))).isExecuted();
    assertThat(node.once(order("k"), telling("k"))).isReplayed();
    assertThat(node("b").once(order("k"), telling("k"))).isReplayed();
    assertEffects("k", 1);
    assertThat(fixture().countAudit(order("k").id())).isEqualTo(2);
    assertThat(fixture().countEvents(TENANT, "k")).isEqualTo(2);
  }

  @Test
  void auditAndEventsOfAnEffectThatThrowsAreNotKept() {
    Engine<T> node = node("a");
    Body<T, String> telling = telling("k");
    Body<T, String> failing =
        effect -> {
          telling.run(effect);
          throw new Crash();
        };
    assertThatThrownBy(() -> node.once(order("k"), failing)).isInstanceOf(Crash.class);
    assertThat(fixture().countAudit(order("k").id())).isZero();
    assertThat(fixture().countEvents(TENANT, "k")).isZero();
  }

  private Body<T, String> telling(String id) {
    return effect -> {
      effect.audit("PLACE", "order " + id, null);
      effect.audit("RESERVE", "stock of " + id, "one copy\nof the last");
      effect.publish(Event.of("order", id, "placed", "{\"books\": 1}"));
      effect.publish(Event.of("order", id, "stock-reserved", null).version(2));
      return inserting(id).run(effect);
    };
  }

  @Test
  void oneEventKeyIsOneEventWhoeverPublishesIt() {
    Engine<T> node = node("a");
    assertThat(node.once(order("first"), publishing("shipped-7"))).isExecuted();
    assertThat(node.once(order("second"), publishing("shipped-7"))).isExecuted();
    assertThat(fixture().countEvents(TENANT, "7")).isEqualTo(1);
    assertThat(node.once(order("third"), publishing("shipped-7-again"))).isExecuted();
    assertThat(fixture().countEvents(TENANT, "7")).isEqualTo(2);
  }

  private Body<T, String> publishing(String eventKey) {
    return effect -> {
      effect.publish(Event.of("order", "7", "shipped", null).keyed(eventKey));
      return "published";
    };
  }
}
