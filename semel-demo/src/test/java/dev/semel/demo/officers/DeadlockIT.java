package dev.semel.demo.officers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Somebody else, who does not keep to the order of locks, meets an assignment. */
@ExtendWith(CaseworkExtension.class)
class DeadlockIT {
  @Test
  void anAssignmentThatLosesADeadlockIsRunAgain(Casework casework) throws Exception {
    UUID caseId = casework.openCase();
    AtomicInteger attempts = new AtomicInteger();
    try (Connection rival = casework.database().connect();
        Statement statement = rival.createStatement()) {
      rival.setAutoCommit(false);
      // The other side looks for deadlocks long before this one, so it is the one that loses.
      statement.execute("SET LOCAL deadlock_timeout = '1min'");
      lock(statement, "officer", "officer = 'olga'", casework);
      CompletableFuture<OfficerAssigned> assignment =
          CompletableFuture.supplyAsync(() -> assign(casework, caseId, attempts));
      awaitWaiting(casework);
      lock(statement, "complaint_case", "case_id = '%s'".formatted(caseId), casework);
      rival.commit();

      assertThat(assignment.get().applied()).isTrue();
    }
    assertThat(attempts).hasValueGreaterThan(1);
    assertThat(casework.count("casework.assignment")).isEqualTo(1);
    assertThat(casework.count("semel.audit WHERE action = 'ASSIGN_OFFICER'")).isEqualTo(1);
  }

  private static OfficerAssigned assign(Casework casework, UUID caseId, AtomicInteger attempts) {
    return casework
        .run(
            OfficerAssigned.class,
            effect -> {
              attempts.incrementAndGet();
              return casework
                  .bean(Officers.class)
                  .assign(effect, casework.user(), caseId, new AssignOfficer("olga", null));
            })
        .orElseThrow();
  }

  private static void lock(Statement statement, String table, String condition, Casework casework)
      throws SQLException {
    statement.execute(
        "SELECT FROM casework.%s WHERE tenant = '%s' AND %s FOR UPDATE"
            .formatted(table, casework.user().tenant(), condition));
  }

  /** Until the assignment holds the case and waits for the officer. */
  private static void awaitWaiting(Casework casework) {
    String waiting =
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%casework.officer%'
        """;
    await().until(() -> casework.database().queryLong(waiting) > 0);
  }
}
