package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.testing.postgres.PostgresDatabase;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Handlers that Spring Security lets anybody call, in an application that says nothing of it. */
@ExtendWith(OutputCaptureExtension.class)
class AnonymousRefusedIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {
      NoteController.class, Notebook.class, OpenNotes.class, OpenNotes.Security.class
    };
  }

  @BeforeAll
  void openHandlersAreWarnedOf(PostgresDatabase own, CapturedOutput output) {
    super.start(own);
    assertThat(output)
        .contains("lets requests without a login through to 1 @Idempotent handlers")
        .contains("(POST /open/{book}/notes)")
        .contains("set semel.http.anonymous-allowed=true");
  }

  @Override
  void start(PostgresDatabase own) {
    // Started where its output is captured.
  }

  @Test
  void requestWithoutALoginIsToldWhatToConfigure() {
    HttpResponse<String> response =
        send(
            request("/open/7/notes")
                .header("Idempotency-Key", key)
                .header(WebApplication.TENANT_HEADER, "north")
                .POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body())
        .contains("\"code\":\"no_caller\"")
        .contains("CallerResolver")
        .contains("semel.http.anonymous-allowed=true");
    assertThat(notes()).isZero();
  }

  @Test
  void requestWithALoginIsProtected() {
    assertReplayOf(post("/open/7/notes", note()), post("/open/7/notes", note()));
    assertThat(notes()).isOne();
  }
}
