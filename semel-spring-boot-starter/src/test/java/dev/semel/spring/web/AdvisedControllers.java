package dev.semel.spring.web;

import dev.semel.RejectedException;
import dev.semel.SemelException;
import dev.semel.UnansweredException;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.spring.web.NoteController.Taken;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** The same handlers in controllers that differ in who handles their exceptions. */
final class AdvisedControllers {
  private AdvisedControllers() {}

  /** Handlers that call an {@code @Idempotent} method. */
  abstract static class Notes {
    private final Notebook notebook;
    private final CurrentEffect effect;

    /** Counted down when a note is written; the handler then waits for {@link #mayEnd}. */
    volatile @Nullable CountDownLatch begun;

    volatile CountDownLatch mayEnd = new CountDownLatch(0);

    Notes(Notebook notebook, CurrentEffect effect) {
      this.notebook = notebook;
      this.effect = effect;
    }

    @PostMapping("/plain")
    Taken plain(@RequestBody Note note, @RequestParam int page) {
      return notebook.writeOnce(note, page);
    }

    @PostMapping("/broken")
    Taken broken(@RequestBody Note note) {
      throw new IllegalStateException("the ink is dry");
    }

    @PostMapping("/protected")
    @Idempotent
    Taken takeOnce(@RequestBody Note note) throws InterruptedException {
      Taken taken = notebook.writeOnce(note, 0);
      CountDownLatch started = begun;
      if (started != null) {
        begun = null;
        started.countDown();
        mayEnd.await();
      }
      return taken;
    }

    @PostMapping("/rejecting")
    @Idempotent
    Taken rejecting(@RequestBody Note note) {
      throw effect.reject("BOOK_FULL", "take another");
    }
  }

  @RestController
  @RequestMapping("/unadvised")
  static class Unadvised extends Notes {
    Unadvised(Notebook notebook, CurrentEffect effect) {
      super(notebook, effect);
    }
  }

  @RestController
  @RequestMapping("/catch-all")
  static class CaughtAll extends Notes {
    CaughtAll(Notebook notebook, CurrentEffect effect) {
      super(notebook, effect);
    }
  }

  @RestControllerAdvice(assignableTypes = CaughtAll.class)
  static class CatchAll {
    @ExceptionHandler(Exception.class)
    ResponseEntity<String> failed(Exception failure) {
      return ResponseEntity.internalServerError().body("caught");
    }
  }

  /** Has a handler of exceptions of its own, which is a catch-all too. */
  @RestController
  @RequestMapping("/local")
  static class Local extends Notes {
    Local(Notebook notebook, CurrentEffect effect) {
      super(notebook, effect);
    }

    @ExceptionHandler
    ResponseEntity<String> failed(RuntimeException failure) {
      return ResponseEntity.internalServerError().body("caught");
    }
  }

  @RestController
  @RequestMapping("/specific")
  static class Specific extends Notes {
    Specific(Notebook notebook, CurrentEffect effect) {
      super(notebook, effect);
    }
  }

  @RestControllerAdvice(assignableTypes = Specific.class)
  static class SpecificAdvice {
    @ExceptionHandler(Exception.class)
    ResponseEntity<String> failed(Exception failure) {
      return ResponseEntity.internalServerError().body("caught");
    }

    @ExceptionHandler({UnansweredException.class, RejectedException.class})
    ResponseEntity<String> answered(SemelException failure) {
      return ResponseEntity.status(423).body("ours: " + failure.getClass().getSimpleName());
    }
  }

  @RestController
  @RequestMapping("/spring")
  static class SpringAdvised extends Notes {
    SpringAdvised(Notebook notebook, CurrentEffect effect) {
      super(notebook, effect);
    }
  }

  /** As Spring recommends it, with a catch-all and an addition to every problem. */
  @RestControllerAdvice(assignableTypes = SpringAdvised.class)
  static class SpringAdvice extends ResponseEntityExceptionHandler {
    @ExceptionHandler(Exception.class)
    ResponseEntity<String> failed(Exception failure) {
      return ResponseEntity.internalServerError().body("caught");
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(
        @Nullable Object body, HttpHeaders headers, HttpStatusCode statusCode, WebRequest request) {
      if (body instanceof ProblemDetail problem) {
        problem.setProperty("trace", "t-1");
      }
      return super.createResponseEntity(body, headers, statusCode, request);
    }
  }
}
