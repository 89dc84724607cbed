package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.bench.contender.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Replayed: paid 5 by A",
        "Duplicate",
        "skipped as a duplicate",
        "0 events written",
        "enqueued",
        "AlreadyScheduledException (PSQLException)"
      })
  void aCallerWhoLearnsOfTheEffectAfterACrashIsWanted(String told) {
    assertThat(summary(Plight.CRASH, 1, "nothing", told)).isEqualTo("1 effect");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "InProgress",
        "nothing in 40 s",
        "PSQLException",
        "IdempotencyAlreadyInProgressException"
      })
  void aCallerWhoDoesNotLearnOfItIsNotWanted(String told) {
    assertThat(summary(Plight.CRASH, 1, "nothing", told)).isEqualTo("**untold**");
  }

  @Test
  void whoHasNoIdToCallAgainWithIsNotJudgedByWhatNobodyAsked() {
    Cell cell = Cell.counted(entry(Kind.MODULITH), Plight.CRASH, 1, 1, 0, List.of("nothing"), "");

    assertThat(cell.summary()).isEqualTo("1 effect");
  }

  @Test
  void bothOfTwoCallersLearnOfTheEffectOrAreToComeAgain() {
    assertThat(summary(Plight.DUPLICATE, 1, "paid 5 by A", "paid 5 by A")).isEqualTo("1 effect");
    assertThat(summary(Plight.DUPLICATE, 1, "Executed: paid 5 by A", "InProgress"))
        .isEqualTo("1 effect");
    assertThat(summary(Plight.DUPLICATE, 1, "LeaseLostException", "Executed: paid 5 by B"))
        .isEqualTo("**untold**");
    assertThat(summary(Plight.DUPLICATE, 1, "paid 5 by A", "UnexpectedRollbackException"))
        .isEqualTo("**untold**");
    assertThat(summary(Plight.DUPLICATE, 1, "paid 5 by A", "null")).isEqualTo("**untold**");
    assertThat(summary(Plight.DUPLICATE, 1, "paid 5 by A")).isEqualTo("**untold**");
  }

  @Test
  void anotherPayloadIsToBeToldFromARetry() {
    assertThat(summary(Plight.PAYLOAD, 1, "Executed", "Replayed", "Mismatch"))
        .isEqualTo("1 effect");
    assertThat(summary(Plight.PAYLOAD, 1, "Executed", "Replayed", "Replayed"))
        .isEqualTo("**untold**");
  }

  @Test
  void aCountThatIsNotWantedGoesBeforeWhatWasTold() {
    assertThat(summary(Plight.CRASH, 2, "nothing", "null")).isEqualTo("**2 effects**");
    assertThat(summary(Plight.STALLED, 1, "nothing", "nothing in 40 s")).isEqualTo("1 effect");
  }

  private static String summary(Plight plight, long effects, String... told) {
    return Cell.counted(entry(Kind.SEMEL_COMMAND), plight, effects, 1, 0, List.of(told), "")
        .summary();
  }

  private static Entry entry(Kind kind) {
    return Entry.all().stream().filter(entry -> entry.kind() == kind).findFirst().orElseThrow();
  }
}
