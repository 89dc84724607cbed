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

/** Handlers that anybody may call, and whose callers share one principal. */
@ExtendWith(OutputCaptureExtension.class)
class AnonymousAllowedIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {Notebook.class, OpenNotes.class, OpenNotes.Security.class};
  }

  @Override
  String[] arguments() {
    return new String[] {"--server.port=0", "--semel.http.anonymous-allowed=true"};
  }

  @BeforeAll
  void nothingIsWarnedOf(PostgresDatabase own, CapturedOutput output) {
    super.start(own);
    assertThat(output).doesNotContain("@Idempotent handlers");
  }

  @Override
  void start(PostgresDatabase own) {
    // Started where its output is captured.
  }

  private HttpResponse<String> anonymously(String tenant) {
    return send(
        request("/open/7/notes")
            .header("Idempotency-Key", key)
            .header(WebApplication.TENANT_HEADER, tenant)
            .POST(BodyPublishers.ofString(note())));
  }

  @Test
  void retryWithoutALoginIsReplayed() {
    assertReplayOf(anonymously("north"), anonymously("north"));
    assertThat(notes()).isOne();
  }

  @Test
  void anonymousKeysOfTwoTenantsAreTwoCommands() {
    assertThat(anonymously("north").statusCode()).isEqualTo(200);
    assertThat(isReplayed(anonymously("south"))).isFalse();
    assertThat(notes()).isEqualTo(2);
  }

  @Test
  void keyOfAUserIsNotThatOfAnonymousCallers() {
    HttpResponse<String> olgas = post("/open/7/notes", note());
    assertThat(isReplayed(anonymously("north"))).isFalse();
    assertReplayOf(olgas, post("/open/7/notes", note()));
    assertThat(notes()).isEqualTo(2);
  }

  @Test
  void requestForNoTenantIsRefused() {
    HttpResponse<String> response =
        send(
            request("/open/7/notes")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("\"code\":\"no_caller\"");
    assertThat(notes()).isZero();
  }
}
