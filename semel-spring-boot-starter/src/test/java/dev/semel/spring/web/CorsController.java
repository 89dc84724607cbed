package dev.semel.spring.web;

import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.spring.web.NoteController.Taken;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Pairs of a protected handler and its unprotected twin with the same CORS settings. */
final class CorsController {
  static final String ORIGIN = "https://office.example";
  static final String OTHER_ORIGIN = "https://desk.example";

  private CorsController() {}

  /** Work of a handler that a test can interrupt. */
  static class Work {
    private final Notebook notebook;

    /** Counted down when a handler has begun; the handler then waits for {@link #mayEnd}. */
    volatile @Nullable CountDownLatch begun;

    volatile CountDownLatch mayEnd = new CountDownLatch(0);

    Work(Notebook notebook) {
      this.notebook = notebook;
    }

    ResponseEntity<Taken> take(Note note) {
      Taken taken = notebook.write(note);
      pause();
      if (note.text().startsWith("fail")) {
        throw new IllegalStateException("the ink is dry");
      }
      return ResponseEntity.created(URI.create("/notes/" + taken.id()))
          .header("Vary", "Accept-Language")
          .body(taken);
    }

    private void pause() {
      CountDownLatch started = begun;
      if (started != null) {
        begun = null;
        started.countDown();
        try {
          mayEnd.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  @RestController
  @RequestMapping("/method")
  static class OnMethod {
    private final Work work;

    OnMethod(Work work) {
      this.work = work;
    }

    @PostMapping("/protected")
    @CrossOrigin(
        origins = {ORIGIN, OTHER_ORIGIN},
        allowCredentials = "true",
        exposedHeaders = {"Location", "Idempotent-Replayed"})
    @Idempotent
    ResponseEntity<Taken> takeOnce(@RequestBody Note note) {
      return work.take(note);
    }

    @PostMapping("/plain")
    @CrossOrigin(
        origins = {ORIGIN, OTHER_ORIGIN},
        allowCredentials = "true",
        exposedHeaders = {"Location", "Idempotent-Replayed"})
    ResponseEntity<Taken> take(@RequestBody Note note) {
      return work.take(note);
    }
  }

  @RestController
  @RequestMapping("/class")
  @CrossOrigin(origins = {ORIGIN, OTHER_ORIGIN})
  static class OnClass {
    private final Work work;

    OnClass(Work work) {
      this.work = work;
    }

    @PostMapping("/protected")
    @Idempotent
    ResponseEntity<Taken> takeOnce(@RequestBody Note note) {
      return work.take(note);
    }

    @PostMapping("/plain")
    ResponseEntity<Taken> take(@RequestBody Note note) {
      return work.take(note);
    }
  }

  /** Has no CORS settings of its own. */
  @RestController
  @RequestMapping("/mapped")
  static class Mapped {
    private final Work work;

    Mapped(Work work) {
      this.work = work;
    }

    @PostMapping("/protected")
    @Idempotent
    ResponseEntity<Taken> takeOnce(@RequestBody Note note) {
      return work.take(note);
    }

    @PostMapping("/plain")
    ResponseEntity<Taken> take(@RequestBody Note note) {
      return work.take(note);
    }
  }
}
