package dev.semel.demo.notes;

import dev.semel.demo.tokens.User;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes notes. */
@RestController
@Idempotent
class NoteCommands {
  private final Notes notes;
  private final CurrentEffect effect;

  NoteCommands(Notes notes, CurrentEffect effect) {
    this.notes = notes;
    this.effect = effect;
  }

  @PostMapping("/api/cases/{caseId}/notes")
  ResponseEntity<NoteAdded> add(
      @PathVariable UUID caseId, @RequestBody AddNote command, @RequestAttribute User user) {
    return ResponseEntity.status(HttpStatus.CREATED).body(notes.add(effect, user, caseId, command));
  }
}
