package dev.semel.demo.cases;

import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.net.URI;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Opens cases and moves them. */
@RestController
@Idempotent
class CaseCommands {
  private final Cases cases;
  private final CurrentEffect effect;

  CaseCommands(Cases cases, CurrentEffect effect) {
    this.cases = cases;
    this.effect = effect;
  }

  @PostMapping("/api/cases")
  ResponseEntity<CaseOpened> open(@RequestBody OpenCase command, @RequestAttribute User user)
      throws SQLException {
    CaseOpened opened = cases.open(effect, user, command);
    return ResponseEntity.status(opened.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .location(URI.create("/api/cases/" + opened.caseId()))
        .body(opened);
  }

  @PostMapping("/api/cases/{caseId}/approve")
  CaseMoved approve(
      @PathVariable UUID caseId, @RequestBody Decision decision, @RequestAttribute User user)
      throws SQLException {
    return cases.move(effect, user, caseId, Move.APPROVE, decision);
  }

  @PostMapping("/api/cases/{caseId}/escalate")
  CaseMoved escalate(
      @PathVariable UUID caseId, @RequestBody Decision decision, @RequestAttribute User user)
      throws SQLException {
    return cases.move(effect, user, caseId, Move.ESCALATE, decision);
  }

  @PostMapping("/api/cases/{caseId}/close")
  CaseMoved close(
      @PathVariable UUID caseId, @RequestBody Decision decision, @RequestAttribute User user)
      throws SQLException {
    return cases.move(effect, user, caseId, Move.CLOSE, decision);
  }

  @PostMapping("/api/cases/{caseId}/reopen")
  CaseMoved reopen(
      @PathVariable UUID caseId, @RequestBody Decision decision, @RequestAttribute User user)
      throws SQLException {
    return cases.move(effect, user, caseId, Move.REOPEN, decision);
  }
}
