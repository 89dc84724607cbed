package dev.semel.spring.web;

import dev.semel.http.OnFailure;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.Leased;
import dev.semel.spring.Idempotent.LostOutcome;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

/** Protected handlers whose callers method security authorises, each in its own way. */
final class SecuredNotes {
  private SecuredNotes() {}

  /** Rights that a test takes away. */
  interface Rights {
    boolean mayWrite(String user, String text);
  }

  @Retention(RetentionPolicy.RUNTIME)
  @PreAuthorize("hasRole('OFFICER')")
  @interface OfficersOnly {}

  @RestController
  static class ByMethod {
    private final Notebook notebook;

    ByMethod(Notebook notebook) {
      this.notebook = notebook;
    }

    /** Called for every request, also where a class is secured. */
    @ModelAttribute
    public void look() {
      // A method of the controller that is no handler.
    }

    @PostMapping("/secured/pre")
    @Idempotent(required = false)
    @PreAuthorize("hasRole('OFFICER')")
    public String pre(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/secured/secured")
    @Idempotent(required = false)
    @Secured("ROLE_OFFICER")
    public String secured(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/secured/roles")
    @Idempotent(required = false)
    @RolesAllowed("OFFICER")
    public String roles(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/secured/meta")
    @Idempotent(required = false)
    @OfficersOnly
    public String meta(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/secured/argument")
    @Idempotent(required = false)
    @PreAuthorize("@rights.mayWrite(authentication.name, #note.text)")
    public String argument(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/secured/leased")
    @Idempotent(
        required = false,
        leased =
            @Leased(length = "1m", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.RELEASE))
    @PreAuthorize("hasRole('OFFICER')")
    public String leased(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @PostMapping("/open")
    @Idempotent(required = false)
    public String open(@RequestBody Note note) {
      return notebook.write(note).text();
    }
  }

  @RestController
  @PreAuthorize("hasRole('OFFICER')")
  static class ByClass {
    private final Notebook notebook;

    ByClass(Notebook notebook) {
      this.notebook = notebook;
    }

    @ModelAttribute
    public void look() {
      // Secured like a handler, and called before it.
    }

    @PostMapping("/secured/class")
    @Idempotent(required = false)
    public String write(@RequestBody Note note) {
      return notebook.write(note).text();
    }
  }

  interface Notes {
    @PostMapping("/secured/interface")
    @PreAuthorize("hasRole('OFFICER')")
    String write(@RequestBody Note note);
  }

  @RestController
  static class ByInterface implements Notes {
    private final Notebook notebook;

    ByInterface(Notebook notebook) {
      this.notebook = notebook;
    }

    @Override
    @Idempotent(required = false)
    public String write(@RequestBody Note note) {
      return notebook.write(note).text();
    }
  }

  /** What generic handlers have in common. */
  abstract static class Generic<N> {
    @PostMapping("/secured/generic")
    @Idempotent(required = false)
    @PreAuthorize("hasRole('OFFICER')")
    public abstract String write(@RequestBody N note);
  }

  @RestController
  static class ByGenericClass extends Generic<Note> {
    private final Notebook notebook;

    ByGenericClass(Notebook notebook) {
      this.notebook = notebook;
    }

    @Override
    public String write(@RequestBody Note note) {
      return notebook.write(note).text();
    }
  }

  @RestController
  @Scope(value = WebApplicationContext.SCOPE_REQUEST, proxyMode = ScopedProxyMode.TARGET_CLASS)
  static class OfOneRequest {
    private final Notebook notebook;

    OfOneRequest(Notebook notebook) {
      this.notebook = notebook;
    }

    @PostMapping("/secured/scoped")
    @Idempotent(required = false)
    @PreAuthorize("hasRole('OFFICER')")
    public String write(@RequestBody Note note) {
      return notebook.write(note).text();
    }
  }

  /** Answers for a denied caller in its own way. */
  @RestController
  static class WithHandling {
    private final Notebook notebook;

    WithHandling(Notebook notebook) {
      this.notebook = notebook;
    }

    @PostMapping("/secured/handling")
    @Idempotent(required = false)
    @PreAuthorize("hasRole('OFFICER')")
    public String write(@RequestBody Note note) {
      return notebook.write(note).text();
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> denied(AccessDeniedException denied) {
      return ResponseEntity.status(403).body(Map.of("reason", "officers only"));
    }
  }
}
