package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.demo.Rival;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What has to be run again is run again within the request; its caller need not know. */
@ExtendWith(ServerExtension.class)
class RerunIT {
  @Test
  void anAssignmentThatLosesADeadlockIsAnsweredAllTheSame(Api api, PostgresDatabase database)
      throws Exception {
    UUID caseId = UUID.fromString(api.openCase("south-ines"));
    try (Rival rival = Rival.of(database, "south", "pedro")) {
      CompletableFuture<Answer> assignment =
          CompletableFuture.supplyAsync(() -> assign(api, caseId));
      rival.winAgainstTheAssignmentOf(caseId);

      assertThat(assignment.get().status()).isEqualTo(200);
      assertThat(assignment.get().text("officer")).isEqualTo("pedro");
    }
    assertThat(count(database, caseId)).isEqualTo(1);
  }

  @Test
  void aCommandWhoseConnectionIsKilledIsAnsweredAllTheSame(Api api, PostgresDatabase database)
      throws Exception {
    UUID caseId = UUID.fromString(api.openCase("south-ines"));
    try (Connection rival = database.connect();
        Statement statement = rival.createStatement()) {
      rival.setAutoCommit(false);
      statement.execute(
          "SELECT FROM casework.complaint_case WHERE case_id = '%s' FOR UPDATE".formatted(caseId));
      CompletableFuture<Answer> assignment =
          CompletableFuture.supplyAsync(() -> assign(api, caseId));
      Rival.awaitWaiting(database, "casework.complaint_case");
      statement.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """);
      rival.commit();

      assertThat(assignment.get().status()).isEqualTo(200);
    }
    assertThat(count(database, caseId)).isEqualTo(1);
  }

  private static Answer assign(Api api, UUID caseId) {
    String path = "/api/cases/%s/assignment".formatted(caseId);
    return api.post("south-ines", Api.newKey(), path, "{\"officer\": \"pedro\"}");
  }

  private static long count(PostgresDatabase database, UUID caseId) {
    return database.queryLong("SELECT count(*) FROM casework.assignment WHERE case_id = ?", caseId);
  }
}
