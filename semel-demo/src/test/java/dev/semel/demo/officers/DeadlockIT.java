package dev.semel.demo.officers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.demo.Casework;
import dev.semel.demo.CaseworkExtension;
import dev.semel.demo.Rival;
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
    try (Rival rival = Rival.of(casework.database(), casework.user().tenant(), "olga")) {
      CompletableFuture<OfficerAssigned> assignment =
          CompletableFuture.supplyAsync(() -> assign(casework, caseId, attempts));
      rival.winAgainstTheAssignmentOf(caseId);

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
}
