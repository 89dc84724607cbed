package dev.semel.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.UnansweredException;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.method.Desk.CaseOpened;
import dev.semel.spring.method.Desk.OpenCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What callers of a method that is a command are told, the first time and ever after. */
class MethodAnswersIT extends DeskContract {
  @Test
  void aRetryGetsTheFirstResult() throws IOException {
    CaseOpened first = desk().open(request());
    assertThat(desk().open(request())).isEqualTo(first);
    assertThat(effects()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void aListIsReadBackAsWhatItWasAListOf() {
    List<CaseOpened> first = desk().openSeveral(commandId, 2);
    assertThat(desk().openSeveral(commandId, 2)).hasSize(2).isEqualTo(first);
    assertThat(effects()).isEqualTo(2);
  }

  @Test
  void typesWithinTypesAreReadBack() {
    Map<String, Optional<CaseOpened>> first = desk().byState(commandId);
    assertThat(desk().byState(commandId)).isEqualTo(first);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void anEmptyOptionalStaysOne() {
    assertThat(desk().find(commandId)).isEmpty();
    assertThat(desk().find(commandId)).isEmpty();
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void aMethodMayReturnNothing() {
    desk().nothing(commandId);
    desk().nothing(commandId);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void aMethodMayReturnNull() {
    assertThat(desk().nothingFound(commandId)).isNull();
    assertThat(desk().nothingFound(commandId)).isNull();
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void aMethodMayReturnANumberAndBeKeyedByAUuid() {
    UUID id = UUID.randomUUID();
    assertThat(desk().count(id)).isEqualTo(1);
    assertThat(desk().count(id)).isEqualTo(1);
    assertThat(effects(id.toString())).isEqualTo(1);
  }

  @Test
  void otherArgumentsUnderTheSameKeyAreRefused() throws IOException {
    desk().open(request());
    assertThatExceptionOfType(UnansweredException.class)
        .isThrownBy(() -> desk().open(new OpenCase(commandId, "smoke")))
        .withMessageContaining("another payload")
        .satisfies(e -> assertThat(e.outcome()).isInstanceOf(Outcome.Mismatch.class));
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void aBusinessNoIsTheSameForEveryRetry() {
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(RejectedException.class)
          .isThrownBy(() -> desk().refuse(commandId))
          .satisfies(
              e -> {
                assertThat(e.rejection().code()).isEqualTo("NO_OFFICER");
                assertThat(e.rejection().detail()).isEqualTo("everybody is ill, run 1");
              });
    }
    assertThat(effects()).isZero();
  }

  @Test
  void aBusinessNoMayBeJudgedAnew() {
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> desk().refuseAnew(commandId));
    assertThatExceptionOfType(RejectedException.class)
        .isThrownBy(() -> desk().refuseAnew(commandId))
        .satisfies(e -> assertThat(e.rejection().detail()).endsWith("run 2"));
    assertThat(records()).isZero();
  }

  @Test
  void whatTheMethodThrowsIsThrownAndFreesTheKey() throws IOException {
    IOException thrown = new IOException("the scanner is off");
    desk()
        .interruptedBy(
            run -> {
              if (run == 1) {
                throw thrown;
              }
            });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> desk().open(request()))
        .satisfies(e -> assertThat(e).isSameAs(thrown));
    assertThat(effects()).isZero();
    assertThat(records()).isZero();

    desk().open(request());
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void theEffectIsAtHandWhileTheMethodRuns() throws Exception {
    desk().audited(commandId);
    desk().audited(commandId);
    assertThat(effects()).isEqualTo(1);
    assertThat(database().query("SELECT action, detail FROM semel.audit WHERE key = ?", commandId))
        .containsExactly(Map.of("action", "OPEN_CASE", "detail", "attempt 1"));
    assertThat(
            database()
                .queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", commandId))
        .isEqualTo(1);
  }

  @Test
  void withoutACommandThereIsNoEffect() {
    assertThatIllegalStateException()
        .isThrownBy(() -> bean(CurrentEffect.class).audit("OPEN_CASE", "case", null))
        .withMessageContaining("no command runs on this thread");
  }

  @Test
  void answersAreKeptAsLongAsTheMethodSays() {
    desk().forEver(commandId);
    assertThat(expiresAfterDays()).isZero();
    commandId = "another-" + commandId;
    desk().forADay(commandId);
    assertThat(expiresAfterDays()).isEqualTo(1);
    commandId = "another-" + commandId;
    desk().nothing(commandId);
    assertThat(expiresAfterDays()).isEqualTo(7);
  }

  /** Zero stands for never. */
  private long expiresAfterDays() {
    return database()
        .queryLong(
            "SELECT coalesce(extract(day FROM expires_at - settled_at), 0) FROM semel.intent WHERE key = ?",
            commandId);
  }
}
