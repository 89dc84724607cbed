package dev.semel.demo.ledger;

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

/** Posts fees. */
@RestController
@Idempotent
class FeeCommands {
  private final Ledger ledger;
  private final CurrentEffect effect;

  FeeCommands(Ledger ledger, CurrentEffect effect) {
    this.ledger = ledger;
    this.effect = effect;
  }

  @PostMapping("/api/cases/{caseId}/fees")
  ResponseEntity<FeePosted> post(
      @PathVariable UUID caseId, @RequestBody PostFee command, @RequestAttribute User user)
      throws SQLException {
    FeePosted posted = ledger.post(effect, user, caseId, command);
    return ResponseEntity.status(posted.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(posted);
  }
}
