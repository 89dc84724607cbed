package dev.semel.demo.officers;

import dev.semel.JdbcEffect;
import dev.semel.demo.cases.CaseEvents;
import dev.semel.demo.cases.Cases;
import dev.semel.demo.cases.LockedCase;
import dev.semel.demo.problems.Refusal;
import dev.semel.demo.tokens.User;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Who has which case. Methods with an effect are called while a command runs. */
@Component
public class Officers {
  /** The table has as many slots per officer. */
  public static final int MAX_ACTIVE_CASES = 20;

  private final JdbcClient jdbc;
  private final Cases cases;
  private final CaseEvents events;

  Officers(JdbcClient jdbc, Cases cases, CaseEvents events) {
    this.jdbc = jdbc;
    this.cases = cases;
    this.events = events;
  }

  /** Makes somebody the primary officer of a case, if they have room for it. */
  @Transactional
  public OfficerAssigned assign(JdbcEffect effect, User by, UUID caseId, AssignOfficer command) {
    LockedCase locked = cases.lock(by, caseId);
    String current = primaryOfficer(caseId);
    if (command.officer().equals(current)) {
      return new OfficerAssigned(caseId, command.officer(), locked.version(), false);
    }
    refuseIfAnothers(current, command);
    String officer = lock(by, command.officer());
    int slot = freeSlot(by, officer);
    jdbc.sql(OfficersSql.END).param("caseId", caseId).update();
    fill(by, caseId, officer, slot);
    OfficerAssigned assigned =
        new OfficerAssigned(caseId, officer, cases.nextVersion(locked), true);
    effect.audit("ASSIGN_OFFICER", caseId.toString(), officer);
    effect.publish(events.about(caseId, assigned.version(), "OfficerAssigned", assigned));
    return assigned;
  }

  List<Officer> list(User by) {
    return jdbc.sql(OfficersSql.LIST)
        .param("tenant", by.tenant())
        .param("maxActiveCases", MAX_ACTIVE_CASES)
        .query(Officer.class)
        .list();
  }

  private @Nullable String primaryOfficer(UUID caseId) {
    return jdbc.sql(OfficersSql.PRIMARY_OFFICER)
        .param("caseId", caseId)
        .query(String.class)
        .optional()
        .orElse(null);
  }

  private static void refuseIfAnothers(@Nullable String current, AssignOfficer command) {
    if (current != null && !current.equals(command.replaces())) {
      throw Refusal.CASE_ALREADY_ASSIGNED.because(
          "%s has the case; name them in \"replaces\" to take it over".formatted(current));
    }
  }

  private String lock(User by, String officer) {
    return jdbc.sql(OfficersSql.LOCK_OFFICER)
        .param("tenant", by.tenant())
        .param("officer", officer)
        .query(String.class)
        .optional()
        .orElseThrow(() -> Refusal.NO_SUCH_OFFICER.because("choose one from the list of officers"));
  }

  private int freeSlot(User by, String officer) {
    return jdbc.sql(OfficersSql.FREE_SLOT)
        .param("tenant", by.tenant())
        .param("officer", officer)
        .param("maxActiveCases", MAX_ACTIVE_CASES)
        .query(Integer.class)
        .optional()
        .orElseThrow(() -> atCapacity(officer));
  }

  private static RuntimeException atCapacity(String officer) {
    return Refusal.OFFICER_AT_CAPACITY.because(
        "%s has %d active cases, the most an officer may have; choose another officer"
            .formatted(officer, MAX_ACTIVE_CASES));
  }

  private void fill(User by, UUID caseId, String officer, int slot) {
    jdbc.sql(OfficersSql.ASSIGN)
        .param("tenant", by.tenant())
        .param("caseId", caseId)
        .param("officer", officer)
        .param("slot", slot)
        .update();
  }
}
