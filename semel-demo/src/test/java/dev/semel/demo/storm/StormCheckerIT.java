package dev.semel.demo.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprinter;
import dev.semel.JdbcCommand;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.cases.CaseOpened;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.database.ExternalDatabase;
import dev.semel.demo.notes.AddNote;
import dev.semel.demo.notes.NoteAdded;
import dev.semel.demo.notes.Notes;
import dev.semel.demo.storm.Verdict.Check;
import dev.semel.demo.tokens.User;
import dev.semel.json.SemelJson;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a storm would leave behind, done by hand and then tampered with. */
@ExtendWith(CaseworkExtension.class)
class StormCheckerIT {
  private static final User RUNNER = new User("storm", "runner", "storm");

  private final UUID stormId = UUID.randomUUID();
  private final List<Acknowledgement> told = new ArrayList<>();
  private final Casework casework;
  private UUID desk = stormId;

  StormCheckerIT(Casework casework) {
    this.casework = casework;
  }

  @BeforeEach
  void twoCasesAndTwoNotes() {
    desk = open("desk", stormId + "-desk", "0");
    told.add(new Acknowledgement(1, 201, open("1", stormId.toString(), "1"), false));
    told.add(new Acknowledgement(2, 201, note("2"), false));
    told.add(new Acknowledgement(3, 201, open("3", stormId.toString(), "3"), false));
    told.add(new Acknowledgement(4, 201, note("4"), false));
  }

  @Test
  void whatWasDoneOnceHolds() {
    assertThat(check().violations()).isEmpty();
    assertThat(check().held()).isTrue();
    assertThat(check().checks()).filteredOn(it -> it.expected() == 4).hasSize(4);
  }

  @Test
  void aDoubledNoteIsFound() {
    execute(
        "INSERT INTO casework.note (tenant, case_id, author, text) VALUES ('storm', '%s', 'x', '2')"
            .formatted(desk));

    assertBroken("effects");
    assertThat(check().violations()).contains("intent 2 has 2 effects");
  }

  @Test
  void aNoteThatIsGoneIsFound() {
    execute("DELETE FROM casework.note WHERE note_id = '%s'".formatted(told.get(1).id()));

    assertBroken("effects", "events", "lost");
  }

  @Test
  void anAuditRowThatIsGoneIsFound() {
    execute("DELETE FROM semel.audit WHERE key = '%s-3'".formatted(stormId));

    assertBroken("audits");
  }

  @Test
  void anEventThatIsGoneAndOneThatIsDoubledAreFound() {
    execute("DELETE FROM semel.outbox WHERE aggregateid = '%s'".formatted(told.get(0).id()));
    assertBroken("events");

    execute(
        """
        INSERT INTO semel.outbox (id, aggregatetype, aggregateid, type, payload, event_key, headers, tenant, recorded_at)
        SELECT gen_random_uuid(), 'case', '%1$s', 'CaseOpened', '{}', n::text, '{}', 'storm', now()
        FROM generate_series(1, 2) AS n
        """
            .formatted(told.get(0).id()));
    assertBroken("events");
  }

  @Test
  void aRecordThatIsGoneIsFound() {
    execute("DELETE FROM semel.intent WHERE key = '%s-4'".formatted(stormId));

    assertBroken("records");
  }

  @Test
  void anEffectOfNoIntentIsFound() {
    open("5", stormId.toString(), "5");

    assertBroken("strays");
  }

  private void assertBroken(String... names) {
    Verdict verdict = check();
    assertThat(verdict.held()).isFalse();
    assertThat(verdict.checks())
        .filteredOn(check -> !check.held())
        .extracting(Check::name)
        .containsExactlyInAnyOrder(names);
  }

  private Verdict check() {
    String url = casework.database().jdbcUrl();
    return new StormChecker(new ExternalDatabase(url, null, null)).check(stormId, told);
  }

  private void execute(String sql) {
    casework.database().execute(sql);
  }

  private UUID open(String key, String source, String reference) {
    OpenCase command = new OpenCase(source, reference, "A complaint in a storm", "");
    return run(
            key,
            CaseOpened.class,
            effect -> casework.bean(Cases.class).open(effect, RUNNER, command))
        .caseId();
  }

  private UUID note(String key) {
    return run(
            key,
            NoteAdded.class,
            effect -> casework.bean(Notes.class).add(effect, RUNNER, desk, new AddNote(key)))
        .noteId();
  }

  private <R> R run(String key, Class<R> type, JdbcCommand<R> command) {
    Operation<String, R> operation =
        Operation.named("test")
            .taking(Fingerprinter.text())
            .answering(casework.bean(SemelJson.class).result(type));
    return casework
        .bean(Semel.class)
        .once(operation.intent("storm", stormId + "-" + key, ""), command)
        .orElseThrow();
  }
}
