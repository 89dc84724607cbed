package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Reference CASE_7 = new Reference("case", "7");

  @Test
  void executedAndReplayedGiveTheResult() {
    assertThat(new Outcome.Executed<>("r").orElseThrow()).isEqualTo("r");
    assertThat(new Outcome.Replayed<>(new Answer.Full<>("r")).orElseThrow()).isEqualTo("r");
    assertThat(new Outcome.Replayed<>(new Answer.Referenced<>(CASE_7, "r")).orElseThrow())
        .isEqualTo("r");
  }

  @Test
  void aResultThatWasNotKeptIsSaidToBeSo() {
    assertThatThrownBy(
            () -> new Outcome.Replayed<>(new Answer.NotKept<>("too large")).orElseThrow())
        .isInstanceOf(AnswerNotKeptException.class)
        .hasMessageContaining("too large");
    assertThatThrownBy(() -> new Outcome.Replayed<>(new Answer.StatusOnly<>()).orElseThrow())
        .hasMessageContaining("status only");
    assertThatThrownBy(
            () -> new Outcome.Replayed<>(new Answer.Referenced<>(CASE_7, null)).orElseThrow())
        .hasMessageContaining("no longer exists");
  }

  @Test
  void aRejectionIsThrownWithItsCode() {
    Outcome<String> rejected = new Outcome.Rejected<>(new Rejection("FULL", "no room"), true);

    assertThatThrownBy(rejected::orElseThrow)
        .isInstanceOfSatisfying(
            RejectedException.class, e -> assertThat(e.rejection().code()).isEqualTo("FULL"));
    assertThat(rejected.isReplay()).isTrue();
    assertThat(rejected.isDone()).isFalse();
  }

  @Test
  void whatHasNoAnswerSaysWhatToDo() {
    assertThatThrownBy(() -> new Outcome.InProgress<>(Duration.ofSeconds(2)).orElseThrow())
        .isInstanceOf(UnansweredException.class)
        .hasMessageContaining("same key after PT2S");
    assertThatThrownBy(() -> new Outcome.Mismatch<>().orElseThrow())
        .hasMessageContaining("use a new key");
    assertThatThrownBy(() -> new Outcome.Unknown<>("no reply").orElseThrow())
        .hasMessageContaining("reconciled: no reply");
  }
}
