package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What stands between the filter and the handler, and handlers that do not simply answer. */
class OddHandlersIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {OddController.class, Notebook.class, Between.class};
  }

  /** An interceptor and a filter that answer in the handler's place when a header says so. */
  @Configuration(proxyBeanMethods = false)
  static class Between implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
      registry.addInterceptor(
          new HandlerInterceptor() {
            @Override
            public boolean preHandle(
                HttpServletRequest request, HttpServletResponse response, Object handler) {
              if (request.getHeader("X-Intercepted") != null) {
                response.setStatus(409);
                return false;
              }
              return true;
            }
          });
    }

    @Bean
    FilterRegistrationBean<Filter> answering(Notebook notebook) {
      FilterRegistrationBean<Filter> registration =
          new FilterRegistrationBean<>(
              (request, response, chain) -> {
                String text = ((HttpServletRequest) request).getHeader("X-Answered");
                if (text == null) {
                  chain.doFilter(request, response);
                } else {
                  notebook.write(new Note(text));
                  response.getWriter().write("done");
                }
              });
      registration.setOrder(100);
      return registration;
    }
  }

  @AfterEach
  void noMorePauses() {
    bean(OddController.class).pause = () -> {};
  }

  @Test
  void aControllerSpeaksForItsHandlersOfPostAndPatch() {
    assertReplayOf(post("/odd/post", note()), post("/odd/post", note()));
    takeANewKey();
    HttpResponse<String> first =
        send(keyed("/odd/patch").method("PATCH", BodyPublishers.ofString(note())));
    HttpResponse<String> retry =
        send(keyed("/odd/patch").method("PATCH", BodyPublishers.ofString(note())));
    assertReplayOf(first, retry);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void aControllerDoesNotSpeakForPut() {
    for (int i = 0; i < 2; i++) {
      send(keyed("/odd/put").PUT(BodyPublishers.ofString(note())));
    }
    assertThat(notes()).isEqualTo(2);
    assertThat(records()).isZero();
  }

  @Test
  void aHandlerOfAnyMethodIsProtectedForPostOnly() {
    assertReplayOf(post("/odd/any", note()), post("/odd/any", note()));
    takeANewKey();
    send(keyed("/odd/any").PUT(BodyPublishers.ofString(note())));
    assertThat(records()).isZero();
  }

  @Test
  void aLeasedHandlerWhoseAnswerNobodyCanReadDoesNotRunAgain() {
    for (int i = 0; i < 2; i++) {
      send(
          keyed("/odd/leased-at-once")
              .header("Accept", "image/png")
              .POST(BodyPublishers.ofString(note())));
    }
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void aLeasedHandlerWhoseArgumentsCannotBeMadeHasNotFailed() {
    for (int i = 0; i < 2; i++) {
      assertThat(post("/odd/leased-at-once", "no note").statusCode()).isEqualTo(400);
    }
    assertThat(notes()).isZero();
  }

  @Test
  void whatAnInterceptorAnswersIsNotKept() {
    HttpResponse<String> refused =
        send(
            keyed("/odd/post")
                .header("X-Intercepted", "yes")
                .POST(BodyPublishers.ofString(note())));
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(records()).isZero();
    assertThat(post("/odd/post", note()).statusCode()).isEqualTo(200);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void whatAFilterBehindSaysIsDoneIsDone() {
    HttpResponse<String> first =
        send(keyed("/odd/post").header("X-Answered", key).POST(BodyPublishers.ofString(note())));
    assertThat(first.body()).isEqualTo("done");
    assertThat(notes()).isEqualTo(1);
    HttpResponse<String> retry =
        send(keyed("/odd/post").header("X-Answered", key).POST(BodyPublishers.ofString(note())));
    assertReplayOf(first, retry);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void aForwardToAProtectedHandlerIsRefused() {
    HttpResponse<String> response =
        send(as("olga", request("/odd/forward")).POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(notes()).isZero();
  }

  @Test
  void anAsynchronousAnswerThatCouldNotBeForeseenIsRefused() {
    for (String path : List.of("/odd/object", "/odd/servlet-async")) {
      HttpResponse<String> response = post(path, note());
      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("\"code\":\"async_handler\"");
    }
    assertThat(notes()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void aLeasedHandlerMayAnswerLater() {
    HttpResponse<String> first = post("/odd/leased", note());
    assertThat(first.statusCode()).isEqualTo(200);
    assertReplayOf(first, post("/odd/leased", note()));
    assertThat(notes()).isEqualTo(1);
  }

  /** Spring would take it for the end of the caller's connection, and answer nothing with 200. */
  @Test
  void aHandlerThatLosesAConnectionOfItsOwnHasFailed() {
    bean(OddController.class).pause = this::writeAndHangUp;
    assertThat(post("/odd/post", note()).statusCode()).isEqualTo(500);
    assertThat(notes()).isZero();
    assertThat(records()).isZero();

    noMorePauses();
    assertThat(post("/odd/post", note()).body()).isNotEmpty();
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void theOutcomeOfALeasedHandlerThatLosesAConnectionOfItsOwnIsUnknown() {
    bean(OddController.class).pause = this::writeAndHangUp;
    assertThat(post("/odd/leased-at-once", note()).statusCode()).isEqualTo(500);

    noMorePauses();
    assertThat(post("/odd/leased-at-once", note()).body()).contains("\"code\":\"");
    assertThat(notes()).isEqualTo(1);
  }

  private void writeAndHangUp() {
    bean(Notebook.class).write(new Note(key));
    throw new UncheckedIOException(new EOFException("another server has hung up"));
  }

  private void pause(CountDownLatch running, CountDownLatch end) {
    bean(OddController.class).pause =
        () -> {
          running.countDown();
          end.await();
        };
  }

  @Test
  void aDuplicateIsToldToComeBack() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    pause(running, end);
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> post("/odd/post", note()));
    running.await();
    HttpResponse<String> duplicate = post("/odd/post", note());
    end.countDown();
    assertThat(duplicate.statusCode()).isEqualTo(409);
    assertThat(duplicate.body()).contains("\"code\":\"in_progress\"");
    assertThat(duplicate.headers().firstValueAsLong("Retry-After")).isPresent();
    assertReplayOf(first.get(), post("/odd/post", note()));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void aMethodThatIsInProgressLetsAHandlerFailForGoodIfItsRouteSaysSo() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    pause(running, end);
    String note = note();
    CompletableFuture<HttpResponse<String>> other =
        CompletableFuture.supplyAsync(() -> post("/odd/post-once", note));
    running.await();
    takeANewKey();
    HttpResponse<String> first = post("/odd/leased-once", note);
    end.countDown();
    assertThat(other.get().statusCode()).isEqualTo(200);
    assertFailedForGood(first, post("/odd/leased-once", note));
  }

  @Test
  void aMethodWhoseOutcomeIsUnknownLetsAHandlerFailForGoodIfItsRouteSaysSo() {
    String note = note();
    loseTheOutcomeOf(note);
    assertFailedForGood(post("/odd/leased-once", note), post("/odd/leased-once", note));
  }

  /** They are told the same, and nobody is asked to try again in vain. */
  private static void assertFailedForGood(HttpResponse<String> first, HttpResponse<String> retry) {
    assertThat(first.statusCode()).isEqualTo(500);
    assertThat(first.body()).contains("\"code\":\"failed\"", "\"retryable\":false");
    assertThat(first.headers().firstValue("Retry-After")).isEmpty();
    assertReplayOf(first, retry);
  }

  @Test
  void aMethodWhoseOutcomeIsUnknownLeavesTheKeyOfATransactionFree() {
    String note = note();
    loseTheOutcomeOf(note);

    HttpResponse<String> unknown = post("/odd/post-once", note);
    assertThat(unknown.statusCode()).isEqualTo(409);
    assertThat(unknown.body()).contains("\"code\":\"outcome_unknown\"");
    assertThat(records()).isZero();

    database().execute("DELETE FROM semel.intent WHERE operation = 'write-once'");
    HttpResponse<String> retry = post("/odd/post-once", note);
    assertThat(retry.statusCode()).isEqualTo(200);
    assertThat(isReplayed(retry)).isFalse();
  }

  /** As if the method had run under a lease that was lost. The test goes on with a new key. */
  private void loseTheOutcomeOf(String note) {
    assertThat(post("/odd/post-once", note).statusCode()).isEqualTo(200);
    database()
        .execute(
            """
            UPDATE semel.intent
            SET state = 'UNKNOWN', answer = NULL, reason = 'its owner vanished', settled_at = NULL,
              fence = 1, expires_at = NULL, content_type = NULL, content_schema = NULL, content = NULL
            WHERE operation = 'write-once' AND state = 'EXECUTED'
            """);
    takeANewKey();
  }

  @Test
  void ofManyAtOnceOneRuns() {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(
          CompletableFuture.supplyAsync(
              () -> post("/odd/post", note()), task -> new Thread(task, "caller").start()));
    }
    assertThat(all.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
        .isSubsetOf(200, 409)
        .contains(200);
    assertThat(notes()).isEqualTo(1);
  }
}
