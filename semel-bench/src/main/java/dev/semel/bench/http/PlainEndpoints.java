package dev.semel.bench.http;

import dev.semel.bench.work.HandWrittenTrail;
import dev.semel.demo.notes.AddNote;
import dev.semel.demo.notes.NoteAdded;
import dev.semel.demo.notes.Notes;
import dev.semel.demo.tokens.User;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The same work as the protected endpoints do, in a transaction of Spring's, and not idempotent.
 */
@RestController
public class PlainEndpoints {
  private final Notes notes;
  private final Files files;
  private final DataSource dataSource;
  private final HandWrittenTrail trail = new HandWrittenTrail("plain");

  PlainEndpoints(Notes notes, Files files, DataSource dataSource) {
    this.notes = notes;
    this.files = files;
    this.dataSource = dataSource;
  }

  @Transactional
  @PostMapping("/api/plain/cases/{caseId}/notes")
  public ResponseEntity<NoteAdded> addNote(
      @PathVariable UUID caseId, @RequestBody AddNote command, @RequestAttribute User user) {
    PlainEffect effect = new PlainEffect(dataSource, trail, user.tenant());
    return ResponseEntity.status(HttpStatus.CREATED).body(notes.add(effect, user, caseId, command));
  }

  @Transactional
  @PostMapping("/api/plain/files")
  public ResponseEntity<Files.Received> receive(@RequestBody byte[] content) {
    return ResponseEntity.status(HttpStatus.CREATED).body(files.add(content));
  }
}
