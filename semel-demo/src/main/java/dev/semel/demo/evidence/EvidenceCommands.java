package dev.semel.demo.evidence;

import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes evidence. */
@RestController
@Idempotent
class EvidenceCommands {
  private final Evidence evidence;
  private final CurrentEffect effect;

  EvidenceCommands(Evidence evidence, CurrentEffect effect) {
    this.evidence = evidence;
    this.effect = effect;
  }

  @PostMapping("/api/cases/{caseId}/evidence")
  ResponseEntity<EvidenceSubmitted> submit(
      @PathVariable UUID caseId, @RequestBody SubmitEvidence command, @RequestAttribute User user)
      throws SQLException {
    EvidenceSubmitted submitted = evidence.submit(effect, user, caseId, command);
    return ResponseEntity.status(submitted.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(submitted);
  }
}
