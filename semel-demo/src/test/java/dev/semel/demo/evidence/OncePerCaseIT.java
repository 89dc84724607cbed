package dev.semel.demo.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Race;
import dev.semel.demo.cases.CaseMoved;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.Decision;
import dev.semel.demo.cases.Move;
import dev.semel.demo.notes.AddNote;
import dev.semel.demo.notes.NoteAdded;
import dev.semel.demo.notes.Notes;
import dev.semel.demo.notices.NoticeRequested;
import dev.semel.demo.notices.Notices;
import dev.semel.demo.notices.SendNotice;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a case has once by its business key, and what it has once by the intent alone. */
@ExtendWith(CaseworkExtension.class)
class OncePerCaseIT {
  private static final SubmitEvidence PHOTO =
      new SubmitEvidence("photo.jpg", "0123456789abcdef".repeat(4), "");
  private static final SendNotice NOTICE =
      new SendNotice("ada@example.org", "case-approved", "CaseApproved");

  @Test
  void theSameEvidenceIsThereOnceWhateverItIsCalled(Casework casework) {
    UUID caseId = casework.openCase();

    List<EvidenceSubmitted> answers =
        Race.of(
            20,
            number ->
                submit(casework, caseId, new SubmitEvidence("p" + number, PHOTO.sha256(), ""))
                    .orElseThrow());

    assertThat(answers).filteredOn(EvidenceSubmitted::created).hasSize(1);
    assertThat(casework.count("casework.evidence")).isEqualTo(1);
    assertThat(casework.count("semel.outbox WHERE type = 'EvidenceSubmitted'")).isEqualTo(1);
  }

  @Test
  void aNoticeIsAskedForOncePerRecipientTemplateAndEvent(Casework casework) {
    UUID caseId = casework.openCase();

    List<NoticeRequested> answers = Race.of(20, number -> request(casework, caseId, NOTICE));
    request(casework, caseId, new SendNotice("bob@example.org", "case-approved", "CaseApproved"));

    assertThat(answers).filteredOn(NoticeRequested::created).hasSize(1);
    assertThat(casework.count("casework.notice")).isEqualTo(2);
    assertThat(casework.count("semel.outbox WHERE type = 'NoticeRequested'")).isEqualTo(2);
  }

  @Test
  void aNoteIsAddedOncePerIntentAndTwiceByTwo(Casework casework) {
    UUID caseId = casework.openCase();

    Race.of(20, number -> note(casework, "one", caseId));
    note(casework, "two", caseId);

    assertThat(casework.count("casework.note")).isEqualTo(2);
    assertThat(casework.count("semel.audit WHERE action = 'ADD_NOTE'")).isEqualTo(2);
  }

  @Test
  void everyChangeOfACaseHasTheNextVersion(Casework casework) {
    UUID caseId = casework.openCase();

    Race.of(20, number -> note(casework, "key-" + number, caseId));
    submit(casework, caseId, PHOTO);
    submit(casework, caseId, PHOTO);

    assertThat(
            casework
                .database()
                .query(
                    "SELECT aggregate_version FROM semel.outbox WHERE aggregateid = ? ORDER BY 1",
                    caseId.toString()))
        .extracting(row -> row.get("aggregate_version"))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 22).boxed().toList());
  }

  @Test
  void aClosedCaseTakesNothing(Casework casework) {
    UUID caseId = casework.openCase();
    casework.run(
        CaseMoved.class,
        effect ->
            casework
                .bean(Cases.class)
                .move(effect, casework.user(), caseId, Move.CLOSE, new Decision("done", null)));

    assertThat(submit(casework, caseId, PHOTO))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            no -> assertThat(no.rejection().code()).isEqualTo("CASE_STATE_CONFLICT"));
  }

  private static Outcome<EvidenceSubmitted> submit(
      Casework casework, UUID caseId, SubmitEvidence evidence) {
    return casework.run(
        EvidenceSubmitted.class,
        effect -> casework.bean(Evidence.class).submit(effect, casework.user(), caseId, evidence));
  }

  private static NoticeRequested request(Casework casework, UUID caseId, SendNotice notice) {
    return casework
        .run(
            NoticeRequested.class,
            effect -> casework.bean(Notices.class).request(effect, casework.user(), caseId, notice))
        .orElseThrow();
  }

  private static Outcome<NoteAdded> note(Casework casework, String key, UUID caseId) {
    return casework.run(
        key,
        "",
        NoteAdded.class,
        effect ->
            casework
                .bean(Notes.class)
                .add(effect, casework.user(), caseId, new AddNote("she called")));
  }
}
