package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Duplicates;
import dev.semel.Isolation;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.spi.Engine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The promises hold at every isolation the store knows: what a transaction sees of others may
 * change how a race is decided, never that it is.
 *
 * @param <T> the store's transaction handle
 */
public abstract class IsolationContract<T> extends StoreContract<T> {
  private static final int CALLERS = 20;

  private Operation<String, String> at(Isolation isolation) {
    assumeTrue(fixture().isolations().contains(isolation), "the store has no " + isolation);
    return ORDER.isolation(isolation).duplicates(Duplicates.waitUpTo(Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @EnumSource
  void anIntentRunsOnceAndIsReplayed(Isolation isolation) {
    Operation<String, String> operation = at(isolation);
    Engine<T> node = node("a");
    String told = node.once(operation.intent(TENANT, "k", PAYLOAD), inserting("k")).orElseThrow();
    assertThat(node("b").once(operation.intent(TENANT, "k", PAYLOAD), inserting("k")))
        .isReplayed()
        .hasResult(told);
    assertThat(node.once(operation.intent(TENANT, "k", OTHER_PAYLOAD), inserting("k")))
        .isMismatch();
    assertEffects("k", 1);
  }

  @ParameterizedTest
  @EnumSource
  void duplicatesOnTwoNodesAreOneEffect(Isolation isolation) {
    assertOneEffect(at(isolation));
  }

  private void assertOneEffect(Operation<String, String> operation) {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var intent = operation.intent(TENANT, "k", PAYLOAD);
    var told = Callers.together(CALLERS, i -> nodes.get(i % 2).once(intent, inserting("k")));
    assertEffects("k", 1);
    assertThat(told).allMatch(Outcome::isDone);
    assertThat(told).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(told.stream().map(Outcome::orElseThrow).distinct()).hasSize(1);
  }
}
