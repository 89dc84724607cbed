package dev.semel.demo.officers;

import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.util.UUID;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Assigns officers. */
@RestController
@Idempotent
class OfficerCommands {
  private final Officers officers;
  private final CurrentEffect effect;

  OfficerCommands(Officers officers, CurrentEffect effect) {
    this.officers = officers;
    this.effect = effect;
  }

  /**
   * Two assignments may meet in a deadlock with somebody who keeps to no order; then it is run
   * again.
   */
  @PostMapping("/api/cases/{caseId}/assignment")
  OfficerAssigned assign(
      @PathVariable UUID caseId, @RequestBody AssignOfficer command, @RequestAttribute User user) {
    return officers.assign(effect, user, caseId, command);
  }
}
