package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.web.AdvisedControllers.CatchAll;
import dev.semel.spring.web.AdvisedControllers.CaughtAll;
import dev.semel.spring.web.AdvisedControllers.Local;
import dev.semel.spring.web.AdvisedControllers.Notes;
import dev.semel.spring.web.AdvisedControllers.Specific;
import dev.semel.spring.web.AdvisedControllers.SpecificAdvice;
import dev.semel.spring.web.AdvisedControllers.SpringAdvice;
import dev.semel.spring.web.AdvisedControllers.SpringAdvised;
import dev.semel.spring.web.AdvisedControllers.Unadvised;
import dev.semel.spring.web.NoteController.Notebook;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The answers to a caller whose {@code @Idempotent} method gives no result, whatever handles the
 * exceptions of the application.
 */
class ExceptionAdviceIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {
      Notebook.class,
      Unadvised.class,
      CaughtAll.class,
      CatchAll.class,
      Local.class,
      Specific.class,
      SpecificAdvice.class,
      SpringAdvised.class,
      SpringAdvice.class
    };
  }

  private HttpResponse<String> plain(String controller, int page) {
    return send(
        as("olga", request(controller + "/plain?page=" + page))
            .POST(BodyPublishers.ofString(note())));
  }

  private static void assertProblem(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(response.body())
        .contains(
            "\"type\":\"urn:semel:problem:",
            "\"status\":" + status,
            "\"code\":\"" + code + "\"",
            "\"retryable\":");
  }

  /** Runs something while another request has the key of the method. */
  private HttpResponse<String> meanwhile(
      Class<? extends Notes> controller, String path, Call duplicate) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    bean(controller).mayEnd = mayEnd;
    bean(controller).begun = begun;
    String note = note();
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> post(path + "/protected", note));
    begun.await();
    try {
      return duplicate.send();
    } finally {
      mayEnd.countDown();
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }

  /** A request that is sent. */
  interface Call {
    HttpResponse<String> send();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/unadvised", "/catch-all", "/local", "/spring"})
  void reusedKeyIsAnsweredWith422(String controller) {
    assertThat(plain(controller, 0).statusCode()).isEqualTo(200);
    assertProblem(plain(controller, 1), 422, "mismatch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/unadvised", "/catch-all", "/local", "/spring"})
  void rejectionIsAnsweredWith422(String controller) {
    assertProblem(plain(controller, -1), 422, "NO_SUCH_PAGE");
  }

  @Test
  void methodInProgressIsAnsweredWith409() throws Exception {
    assertInProgress(Unadvised.class, "/unadvised");
    assertInProgress(CaughtAll.class, "/catch-all");
    assertInProgress(Local.class, "/local");
    assertInProgress(SpringAdvised.class, "/spring");
  }

  private void assertInProgress(Class<? extends Notes> controller, String path) throws Exception {
    takeANewKey();
    HttpResponse<String> duplicate = meanwhile(controller, path, () -> plain(path, 0));
    assertProblem(duplicate, 409, "in_progress");
    assertThat(duplicate.headers().firstValueAsLong("Retry-After")).isPresent();
    assertThat(duplicate.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/catch-all", "/local", "/spring"})
  void otherExceptionsAreLeftToTheApplication(String controller) {
    HttpResponse<String> broken = post(controller + "/broken", note());
    assertThat(broken.statusCode()).isEqualTo(500);
    assertThat(broken.body()).isEqualTo("caught");
  }

  @Test
  void problemPassesThroughTheExceptionHandlerOfSpring() {
    assertThat(plain("/spring", -1).body()).contains("\"trace\":\"t-1\"");
  }

  @Test
  void handlerForTheExceptionOfSemelWins() {
    assertThat(plain("/specific", -1).body()).isEqualTo("ours: RejectedException");
    takeANewKey();
    assertThat(plain("/specific", 0).statusCode()).isEqualTo(200);
    HttpResponse<String> mismatch = plain("/specific", 1);
    assertThat(mismatch.statusCode()).isEqualTo(423);
    assertThat(mismatch.body()).isEqualTo("ours: UnansweredException");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/unadvised", "/catch-all", "/local", "/spring"})
  void rejectionOfAProtectedHandlerIsStored(String controller) {
    HttpResponse<String> first = post(controller + "/rejecting", note());
    assertProblem(first, 422, "BOOK_FULL");
    assertReplayOf(first, post(controller + "/rejecting", note()));
  }

  @Test
  void answerOfTheApplicationToAMethodInProgressIsNotStored() throws Exception {
    String note = note();
    HttpResponse<String> duplicate =
        meanwhile(
            Specific.class,
            "/specific",
            () -> {
              takeANewKey();
              return post("/specific/protected", note);
            });
    assertThat(duplicate.body()).isEqualTo("ours: UnansweredException");
    assertThat(records()).isZero();
    assertThat(post("/specific/protected", note).statusCode()).isEqualTo(200);
  }
}
