package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.DeterministicId;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on keys and scopes. */
@ExtendWith(PostgresExtension.class)
class KeysIT {
  record Request(UUID commandId) {}

  private static final Operation<String, String> OPEN_CASE =
      Operation.named("open-case").taking(Fingerprinter.text()).answering(Codec.text());
  private static final Operation<String, Done> APPROVE_CASE =
      Operation.named("approve-case").taking(Fingerprinter.text()).answeringNothing();
  private static final UUID NAMESPACE = UUID.fromString("1b671a64-40d5-491e-99b0-da01ff1f3341");

  private final Semel semel;

  KeysIT(PostgresDatabase database) {
    this.semel = GuideTables.semel(database);
  }

  @Test
  void theSameKeyInTwoScopesIsTwoIntents() {
    // snippet: scopes
    Intent<String> open = OPEN_CASE.intent("acme", "k-1", "noise");
    Intent<Done> approve = APPROVE_CASE.intent("acme", "k-1", "noise"); // another operation
    Intent<String> elsewhere = OPEN_CASE.intent("globex", "k-1", "noise"); // another tenant
    Intent<String> forAda = open.onBehalfOf("ada"); // another principal
    // end snippet
    assertThat(open.id())
        .isNotEqualTo(approve.id())
        .isNotEqualTo(elsewhere.id())
        .isNotEqualTo(forAda.id());
    assertThat(semel.once(open, effect -> "1")).isInstanceOf(Outcome.Executed.class);
    assertThat(semel.once(elsewhere, effect -> "2")).isInstanceOf(Outcome.Executed.class);
    assertThat(semel.once(forAda, effect -> "3")).isInstanceOf(Outcome.Executed.class);
    assertThat(semel.perform(approve, effect -> {})).isInstanceOf(Outcome.Executed.class);
    assertThat(semel.once(open, effect -> "4").orElseThrow()).isEqualTo("1");
  }

  @Test
  void aKeyNamesTheCommand() {
    Request request = new Request(UUID.randomUUID());
    long row = 17;
    String payload = "noise";
    // snippet: good-keys
    OPEN_CASE.intent("acme", request.commandId().toString(), payload);
    OPEN_CASE.intent(
        "acme", DeterministicId.of("import", "job-9", "row-" + row).toString(), payload);
    // end snippet
    assertThat(DeterministicId.of("import", "job-9", "row-17"))
        .isEqualTo(DeterministicId.of("import", "job-9", "row-" + row))
        .isNotEqualTo(DeterministicId.of("import", "job-9row-", "17"));
  }

  @Test
  void anIdFollowsFromABusinessKey() {
    // snippet: deterministic-id
    UUID caseId = DeterministicId.of("case", "acme", "ombudsman", "2026/117");
    UUID asOthersComputeIt = DeterministicId.version5(NAMESPACE, "ombudsman 2026/117");
    // end snippet
    assertThat(caseId.version()).isEqualTo(8);
    assertThat(asOthersComputeIt.version()).isEqualTo(5);
    assertThat(DeterministicId.of("case", "acme", "ombudsman", "2026/117")).isEqualTo(caseId);
  }

  @Test
  void nonsenseIsRefusedBeforeAnyWork() {
    // snippet: bad-key
    assertThatThrownBy(() -> OPEN_CASE.intent("acme", "", "noise"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key is empty; give 1 to 255 characters");
    // end snippet
  }

  @Test
  void aNewCommandForTheSameStateIsDecidedByTheBusiness() {
    semel.perform(APPROVE_CASE.intent("acme", "approve-1", "case 7"), effect -> {});
    // snippet: same-target
    Outcome<Done> retry =
        semel.perform(APPROVE_CASE.intent("acme", "approve-1", "case 7"), effect -> {});
    Outcome<Done> somebodyElse =
        semel.perform(
            APPROVE_CASE.intent("acme", "approve-2", "case 7"),
            effect -> {
              throw effect.reject("APPROVED_ALREADY", "case 7 is approved");
            });
    // end snippet
    assertThat(retry).isInstanceOf(Outcome.Replayed.class);
    assertThat(somebodyElse).isInstanceOf(Outcome.Rejected.class);
  }
}
