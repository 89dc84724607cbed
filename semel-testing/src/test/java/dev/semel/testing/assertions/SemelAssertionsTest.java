package dev.semel.testing.assertions;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Answer;
import dev.semel.LeaseAttempt;
import dev.semel.Outcome;
import dev.semel.Reference;
import dev.semel.Rejection;
import dev.semel.spi.LeaseResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SemelAssertionsTest {
  private static final Reference CASE = new Reference("case", "17");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final Map<String, Outcome<String>> OUTCOMES = outcomes();

  private static Map<String, Outcome<String>> outcomes() {
    Map<String, Outcome<String>> outcomes = new LinkedHashMap<>();
    outcomes.put("executed", new Outcome.Executed<>("result"));
    outcomes.put("replayed", new Outcome.Replayed<>(new Answer.Full<>("result")));
    outcomes.put("found", new Outcome.Replayed<>(new Answer.Referenced<>(CASE, "result")));
    outcomes.put("gone", new Outcome.Replayed<>(new Answer.Referenced<>(CASE, null)));
    outcomes.put("status", new Outcome.Replayed<>(new Answer.StatusOnly<>()));
    outcomes.put("not kept", new Outcome.Replayed<>(new Answer.NotKept<>("too large")));
    outcomes.put("rejected", new Outcome.Rejected<>(new Rejection("NO", "why"), false));
    outcomes.put("same no", new Outcome.Rejected<>(new Rejection("NO", "why"), true));
    outcomes.put("in progress", new Outcome.InProgress<>(SECOND));
    outcomes.put("mismatch", new Outcome.Mismatch<>());
    outcomes.put("unknown", new Outcome.Unknown<>("lost"));
    return outcomes;
  }

  /** Holds for the named outcomes, and fails for all others in words that tell both sides. */
  private static void holdsOnlyFor(
      Consumer<OutcomeAssert<String>> assertion, String expected, String... names) {
    OUTCOMES.forEach(
        (name, outcome) -> {
          if (List.of(names).contains(name)) {
            assertion.accept(assertThat(outcome));
          } else {
            assertThatThrownBy(() -> assertion.accept(assertThat(outcome)))
                .as(name)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(expected)
                .hasMessageContaining(outcome.toString());
          }
        });
  }

  @Test
  void eachKindOfOutcomeIsToldFromAllOthers() {
    holdsOnlyFor(OutcomeAssert::isExecuted, "executed now", "executed");
    holdsOnlyFor(
        OutcomeAssert::isReplayed, "replayed", "replayed", "found", "gone", "status", "not kept");
    holdsOnlyFor(
        OutcomeAssert::isDone,
        "executed now or replayed",
        "executed",
        "replayed",
        "found",
        "gone",
        "status",
        "not kept");
    holdsOnlyFor(OutcomeAssert::isInProgress, "in progress", "in progress");
    holdsOnlyFor(OutcomeAssert::isMismatch, "a mismatch", "mismatch");
    holdsOnlyFor(OutcomeAssert::isUnknown, "unknown", "unknown");
  }

  @Test
  void aRejectionIsToldFromItsReplay() {
    holdsOnlyFor(told -> told.isRejectedWith("NO"), "rejected now with NO", "rejected");
    holdsOnlyFor(told -> told.isReplayOfRejection("NO"), "the rejection NO", "same no");
    holdsOnlyFor(told -> told.isRejectedWith("100%"), "rejected now with 100%");
    holdsOnlyFor(told -> told.hasDetail("why"), "<why>", "rejected", "same no");
    holdsOnlyFor(told -> told.hasDetail("other"), "<other>");
  }

  @Test
  void whatIsKeptOfAResultIsTold() {
    holdsOnlyFor(told -> told.hasResult("result"), "<result>", "executed", "replayed", "found");
    holdsOnlyFor(told -> told.hasResult("other"), "<other>");
    holdsOnlyFor(told -> told.refersTo(CASE), "refers to", "found", "gone");
    holdsOnlyFor(told -> told.refersTo(new Reference("case", "18")), "refers to");
    holdsOnlyFor(OutcomeAssert::isGone, "gone", "gone");
    holdsOnlyFor(OutcomeAssert::isStatusOnly, "status only", "status");
    holdsOnlyFor(OutcomeAssert::isNotKept, "not kept", "not kept");
  }

  @Test
  void whenToRetryAndWhyItIsUnknownAreTold() {
    holdsOnlyFor(told -> told.isToBeRetriedAfter(SECOND), "retried after PT1S", "in progress");
    holdsOnlyFor(told -> told.isToBeRetriedAfter(SECOND.plusMillis(1)), "retried after");
    holdsOnlyFor(told -> told.hasReason("lost"), "<lost>", "unknown");
    holdsOnlyFor(told -> told.hasReason("other"), "<other>");
  }

  @Test
  void resultsThatAreArraysAreComparedByTheirElements() {
    Outcome<byte[]> outcome = new Outcome.Executed<>(new byte[] {1, 2});
    assertThat(outcome).hasResult(new byte[] {1, 2});
    assertThatThrownBy(() -> assertThat(outcome).hasResult(new byte[] {1, 3}))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void anAnswerInPlaceOfALeaseIsToldFromALease() {
    LeaseAttempt<String> answered = new LeaseAttempt.Answered<>(new Outcome.Mismatch<>());
    assertThat(answered).isAnswered().isMismatch();
    assertThatThrownBy(() -> assertThat(answered).isGranted()).isInstanceOf(AssertionError.class);
    LeaseResult<Void, String> result = new LeaseResult.Answered<>(new Outcome.Mismatch<>());
    assertThat(result).isAnswered().isMismatch();
    assertThatThrownBy(() -> assertThat(result).isGranted()).isInstanceOf(AssertionError.class);
  }
}
