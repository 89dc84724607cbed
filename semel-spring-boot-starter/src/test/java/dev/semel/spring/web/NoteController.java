package dev.semel.spring.web;

import dev.semel.RejectedException;
import dev.semel.http.Idempotency;
import dev.semel.http.Keep;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

/** Takes notes, each in its own way. */
@RestController
class NoteController {
  record Note(String text) {}

  record Taken(UUID id, String text) {}

  /** Writes notes down. */
  static class Notebook {
    private final JdbcClient jdbc;

    Notebook(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @Transactional
    public Taken write(Note note) {
      Taken taken = new Taken(UUID.randomUUID(), note.text());
      jdbc.sql("INSERT INTO note (id, text) VALUES (?, ?)")
          .params(taken.id(), taken.text())
          .update();
      return taken;
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public Taken writeOnItsOwn(Note note) {
      return write(note);
    }

    @Idempotent(operation = "write-once", key = "#note.text")
    public Taken writeOnce(Note note, int page) {
      if (page < 0) {
        throw new RejectedException("NO_SUCH_PAGE", "pages begin with 0");
      }
      return write(note);
    }
  }

  private final Notebook notebook;
  private final CurrentEffect effect;

  NoteController(Notebook notebook, CurrentEffect effect) {
    this.notebook = notebook;
    this.effect = effect;
  }

  @PostMapping("/notes")
  @Idempotent
  ResponseEntity<Taken> take(@RequestBody Note note) {
    Taken taken = notebook.write(note);
    return ResponseEntity.created(URI.create("/notes/" + taken.id())).body(taken);
  }

  @PostMapping("/books/{book}/notes")
  @Idempotent
  Taken takeInBook(@PathVariable int book, @RequestBody Note note) {
    return notebook.write(note);
  }

  @PostMapping("/named")
  @Idempotent(operation = "take-note")
  Taken takeNamed(@RequestBody Note note) {
    return notebook.write(note);
  }

  @PostMapping("/optional")
  @Idempotent(required = false)
  Taken takeOptional(@RequestBody Note note) {
    return notebook.write(note);
  }

  @PutMapping("/notes/{id}")
  @Idempotent
  Taken put(@PathVariable UUID id, @RequestBody Note note) {
    return notebook.write(note);
  }

  @PatchMapping("/form")
  @Idempotent
  Taken patchForm(@RequestParam String text) {
    return notebook.write(new Note(text));
  }

  @PostMapping("/upload")
  @Idempotent
  Taken upload(@RequestParam String text, @RequestParam MultipartFile file) {
    return notebook.write(new Note(text));
  }

  @PostMapping("/status/{status}")
  @Idempotent
  ResponseEntity<Taken> withStatus(@PathVariable int status, @RequestBody Note note) {
    return ResponseEntity.status(status).body(notebook.write(note));
  }

  @PostMapping("/kept/{status}")
  @Idempotent(storing = 503, notStoring = 409)
  ResponseEntity<Taken> keptStatus(@PathVariable int status, @RequestBody Note note) {
    return ResponseEntity.status(status).body(notebook.write(note));
  }

  @PostMapping("/secret")
  @Idempotent(keeping = Keep.WITHOUT_BODY)
  ResponseEntity<Taken> secret(@RequestBody Note note) {
    return take(note);
  }

  @PostMapping("/throwing")
  @Idempotent
  Taken throwing(@RequestBody Note note) {
    notebook.write(note);
    throw new IllegalStateException("the ink is dry");
  }

  @PostMapping("/throwing/status")
  @Idempotent
  Taken throwingStatus(@RequestBody Note note) {
    notebook.write(note);
    throw new ResponseStatusException(HttpStatus.CONFLICT, "the book is closed");
  }

  @PostMapping("/rejecting")
  @Idempotent
  Taken rejecting(@RequestBody Note note) {
    notebook.write(note);
    throw effect.reject("BOOK_FULL", "take another");
  }

  @PostMapping("/transient")
  @Idempotent
  Taken sayingTransient(@RequestBody Note note, HttpServletRequest request) {
    Idempotency.transientAnswer(request);
    return notebook.write(note);
  }

  @PostMapping("/audited")
  @Idempotent
  @ResponseStatus(HttpStatus.CREATED)
  Taken audited(@RequestBody Note note) {
    Taken taken = notebook.write(note);
    effect.audit("TAKE_NOTE", note.text(), null);
    return taken;
  }

  @PostMapping("/on-its-own")
  @Idempotent
  Taken onItsOwn(@RequestBody Note note) {
    return notebook.writeOnItsOwn(note);
  }

  @PostMapping("/unprotected")
  Taken unprotected(@RequestBody Note note, @RequestParam int page) {
    return notebook.writeOnce(note, page);
  }

  @PostMapping("/both")
  @Idempotent
  Taken both(@RequestBody Note note, @RequestParam int page) {
    return notebook.writeOnce(note, page);
  }

  @GetMapping("/notes")
  String list() {
    return "[]";
  }
}
