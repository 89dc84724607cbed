package dev.semel.demo.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.JdbcAction;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.OpenCase;
import dev.semel.demo.notes.AddNote;
import dev.semel.demo.notes.Notes;
import dev.semel.demo.tokens.User;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a storm's events would leave behind, and what is found when somebody tampers with it. */
@ExtendWith(CaseworkExtension.class)
class StormEventsIT {
  private static final User RUNNER = new User("storm", "runner", "storm");
  private static final Operation<String, Done> STORM =
      Operation.named("storm-events").taking(Fingerprinter.text()).answeringNothing();

  private final UUID stormId = UUID.randomUUID();
  private final Casework casework;
  private final StormEvents events;
  private Map<TopicPartition, Long> before = Map.of();

  StormEventsIT(Casework casework) {
    this.casework = casework;
    this.events = casework.bean(StormEvents.class);
  }

  @BeforeEach
  void aCaseWithTwoNotesArrives() {
    before = events.ends();
    OpenCase command = new OpenCase(stormId.toString(), "1", "A storm", "");
    UUID[] caseId = {stormId};
    run(
        "1",
        effect -> caseId[0] = casework.bean(Cases.class).open(effect, RUNNER, command).caseId());
    run(
        "2",
        effect -> casework.bean(Notes.class).add(effect, RUNNER, caseId[0], new AddNote("one")));
    run(
        "3",
        effect -> casework.bean(Notes.class).add(effect, RUNNER, caseId[0], new AddNote("two")));
    events.arrive(stormId);
  }

  @Test
  void whatArrivedOnceAndInOrderIsFoundSo() {
    assertThat(events.check(stormId, before)).isEqualTo(new EventsFound(3, 3, 0, 3, 0, 0, 0));
  }

  @Test
  void anEventThatWasAppliedTwiceIsFound() {
    tamper(
        """
        INSERT INTO casework.dashboard_applied (event_id, tenant, case_id, version)
        SELECT event_id, tenant, case_id, version FROM casework.dashboard_applied
        WHERE case_id = ${case} AND version = 3
        """);

    EventsFound found = events.check(stormId, before);

    assertThat(found.applied()).isEqualTo(4);
    assertThat(found.appliedTwice()).isEqualTo(1);
  }

  @Test
  void aWrongOrderIsFound() {
    tamper(
        "UPDATE casework.dashboard_applied SET version = 5 - version WHERE case_id = ${case} AND version > 1");

    assertThat(events.check(stormId, before).outOfOrder()).isEqualTo(2);
  }

  @Test
  void aDashboardThatIsWrongIsFound() {
    tamper("UPDATE casework.dashboard_case SET notes = 3 WHERE case_id = ${case}");

    assertThat(events.check(stormId, before).wrongCases()).isEqualTo(1);
  }

  @Test
  void whatIsNotInKafkaIsFound() {
    assertThat(events.check(stormId, events.ends()).published()).isZero();
  }

  @Test
  void whatNobodyCommittedIsFound() {
    tamper("DELETE FROM semel.outbox WHERE aggregateid = ${case}::text AND aggregate_version = 3");

    assertThat(events.check(stormId, before)).isEqualTo(new EventsFound(2, 2, 1, 3, 0, 0, 0));
  }

  private void run(String number, JdbcAction action) {
    String key = stormId + "-" + number;
    casework
        .bean(Semel.class)
        .perform(STORM.intent("storm", key, "").onBehalfOf("runner"), action)
        .orElseThrow();
  }

  private void tamper(String sql) {
    String theCase =
        "(SELECT case_id FROM casework.complaint_case WHERE source = '%s')".formatted(stormId);
    casework.database().execute(sql.replace("${case}", theCase));
  }
}
