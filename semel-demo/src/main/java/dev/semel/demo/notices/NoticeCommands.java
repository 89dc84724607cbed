package dev.semel.demo.notices;

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

/** Has notices sent. */
@RestController
@Idempotent
class NoticeCommands {
  private final Notices notices;
  private final CurrentEffect effect;

  NoticeCommands(Notices notices, CurrentEffect effect) {
    this.notices = notices;
    this.effect = effect;
  }

  @PostMapping("/api/cases/{caseId}/notices")
  ResponseEntity<NoticeRequested> request(
      @PathVariable UUID caseId, @RequestBody SendNotice command, @RequestAttribute User user)
      throws SQLException {
    NoticeRequested requested = notices.request(effect, user, caseId, command);
    return ResponseEntity.status(requested.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(requested);
  }
}
