package dev.semel.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.http.HttpConformance.MissingHookException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The checks themselves. Each is an object of its own, with a new request and a new key. */
final class ConformanceChecks {
  private static final int RETRIES = 10;
  private static final int DUPLICATES = 16;
  private static final int MAX_USUAL_CHARACTERS = 255;
  private static final int OVERLONG_CHARACTERS = 5_000;
  private static final int MIN_CLIENT_ERROR = 400;
  private static final int MIN_SERVER_ERROR = 500;

  private final HttpSubject subject;
  private final ConformanceSettings settings;
  private final ConformanceClient client = new ConformanceClient();
  private final String key = "Check-" + UUID.randomUUID();

  ConformanceChecks(HttpSubject subject) {
    this.subject = subject;
    this.settings = subject.settings();
  }

  void run(ConformanceCheck check) {
    switch (check) {
      case FIRST_REQUEST_RUNS -> firstRequestRuns();
      case REPLAY_IS_IDENTICAL -> replayIsIdentical(2);
      case REPLAY_IS_MARKED -> replayIsMarked();
      case MANY_RETRIES_HAVE_ONE_EFFECT -> replayIsIdentical(RETRIES);
      case BARE_AND_QUOTED_KEYS_ARE_EQUAL -> isReplayedAs(key, '"' + key + '"');
      case KEYS_ARE_CASE_SENSITIVE -> keysAreCaseSensitive();
      case HEADER_NAME_IS_CASE_INSENSITIVE -> headerNameIsCaseInsensitive();
      case LONG_KEY_IS_ACCEPTED -> longKeyIsAccepted();
      case KEY_IS_ECHOED -> keyIsEchoed();
      case MISMATCH_IS_REFUSED -> mismatchIsRefused();
      case MISMATCH_LEAVES_STORED_ANSWER -> mismatchLeavesStoredAnswer();
      case MISSING_KEY_IS_REFUSED -> isRefused(settings.keyMissing());
      case EMPTY_KEY_IS_REFUSED -> isRefused(settings.keyMalformed(), "");
      case UNTERMINATED_KEY_IS_REFUSED -> isRefused(settings.keyMalformed(), '"' + key);
      case SEVERAL_KEYS_ARE_REFUSED ->
          isRefused(settings.keyMalformed(), "\"%s\", \"%s-2\"".formatted(key, key));
      case REPEATED_HEADER_IS_REFUSED -> isRefused(settings.keyMalformed(), key, key + "-2");
      case OVERLONG_KEY_IS_REFUSED ->
          isRefused(settings.keyMalformed(), "k".repeat(OVERLONG_CHARACTERS));
      case REFUSALS_ARE_PROBLEMS -> refusalsAreProblems();
      case SAFE_METHODS_IGNORE_KEYS -> safeMethodsIgnoreKeys();
      case CONCURRENT_DUPLICATES_HAVE_ONE_EFFECT -> concurrentDuplicatesHaveOneEffect();
      case DUPLICATE_IN_PROGRESS_IS_REFUSED -> duplicateInProgressIsRefused();
      case ANSWER_FOLLOWS_IN_PROGRESS -> answerFollowsInProgress();
      case CALLERS_HAVE_THEIR_OWN_KEYS -> callersHaveTheirOwnKeys();
      case REJECTION_IS_REPLAYED -> rejectionIsReplayed();
      case SERVER_ERROR_IS_NOT_STORED -> serverErrorIsNotStored();
    }
  }

  // ---- first request and replay

  private void firstRequestRuns() {
    SampleRequest request = subject.fresh();
    assertThat(isMarked(successful(request, key))).as("the first answer is marked").isFalse();
    assertEffects(request, 1);
  }

  private void replayIsIdentical(int attempts) {
    SampleRequest request = subject.fresh();
    HttpResponse<byte[]> first = successful(request, key);
    for (int i = 1; i < attempts; i++) {
      assertSame(first, send(request, key));
    }
    assertEffects(request, 1);
  }

  private void replayIsMarked() {
    SampleRequest request = subject.fresh();
    successful(request, key);
    assertThat(isMarked(send(request, key)))
        .as("the retry has the header %s: true", settings.replayHeader())
        .isTrue();
  }

  private void isReplayedAs(String firstKey, String secondKey) {
    SampleRequest request = subject.fresh();
    assertSame(successful(request, firstKey), send(request, secondKey));
    assertEffects(request, 1);
  }

  private void keysAreCaseSensitive() {
    SampleRequest request = subject.fresh();
    SampleRequest other = subject.fresh();
    successful(request, key);
    successful(other, key.toUpperCase(Locale.ROOT));
    assertEffects(other, 1);
  }

  private void headerNameIsCaseInsensitive() {
    SampleRequest request = subject.fresh();
    HttpResponse<byte[]> first = successful(request, key);
    String name = settings.keyHeader().toUpperCase(Locale.ROOT);
    assertSame(first, client.send(request, name, List.of(key)));
    assertEffects(request, 1);
  }

  private void longKeyIsAccepted() {
    String longKey = key + "k".repeat(MAX_USUAL_CHARACTERS - key.length());
    isReplayedAs(longKey, longKey);
  }

  private void keyIsEchoed() {
    HttpResponse<byte[]> response = successful(subject.fresh(), key);
    assertThat(response.headers().allValues(settings.keyHeader()))
        .as("the header %s of the response", settings.keyHeader())
        .containsExactly(key);
  }

  // ---- refusals

  private void mismatchIsRefused() {
    SampleRequest request = subject.fresh();
    SampleRequest changed = subject.changed(request);
    successful(request, key);
    assertStatus(settings.mismatch(), send(changed, key));
    assertEffects(changed, 0);
    assertEffects(request, 1);
  }

  private void mismatchLeavesStoredAnswer() {
    SampleRequest request = subject.fresh();
    HttpResponse<byte[]> first = successful(request, key);
    HttpResponse<byte[]> ignored = send(subject.changed(request), key);
    assertSame(first, send(request, key));
    assertEffects(request, 1);
  }

  private void isRefused(int status, String... keys) {
    SampleRequest request = subject.fresh();
    assertStatus(status, client.send(request, settings.keyHeader(), List.of(keys)));
    assertEffects(request, 0);
  }

  private void refusalsAreProblems() {
    HttpResponse<byte[]> refusal =
        client.send(subject.fresh(), settings.keyHeader(), List.of('"' + key));
    assertThat(refusal.headers().firstValue("Content-Type").orElse("none"))
        .as("the content type of a refusal")
        .startsWith("application/problem+json");
    assertThat(new String(refusal.body(), StandardCharsets.UTF_8).replace(" ", ""))
        .as("the body of a refusal")
        .contains("\"type\":", "\"title\":", "\"status\":" + refusal.statusCode());
  }

  private void safeMethodsIgnoreKeys() {
    SampleRequest request = subject.fresh();
    SampleRequest get = new SampleRequest("GET", request.uri(), request.headers(), "");
    HttpResponse<byte[]> without = client.send(get, settings.keyHeader(), List.of());
    assertStatus(without.statusCode(), send(get, key));
    assertThat(isMarked(send(get, key))).as("the answer to GET is marked").isFalse();
  }

  // ---- concurrency

  private void concurrentDuplicatesHaveOneEffect() {
    SampleRequest request = subject.fresh();
    List<CompletableFuture<HttpResponse<byte[]>>> sent =
        Stream.generate(() -> client.sendAsync(request, settings.keyHeader(), key))
            .limit(DUPLICATES)
            .toList();
    List<HttpResponse<byte[]>> answered =
        sent.stream()
            .map(CompletableFuture::join)
            .filter(response -> response.statusCode() != settings.inProgress())
            .toList();
    assertThat(answered).as("the answers that are not in progress").isNotEmpty();
    answered.forEach(response -> assertSame(answered.get(0), response));
    assertSuccess(answered.get(0));
    assertEffects(request, 1);
  }

  private void duplicateInProgressIsRefused() {
    HeldRequest held = required(subject.held(), "held");
    CompletableFuture<HttpResponse<byte[]>> first =
        client.sendAsync(held.request(), settings.keyHeader(), key);
    HttpResponse<byte[]> duplicate;
    try {
      held.awaitRunning();
      duplicate = send(held.request(), key);
    } finally {
      held.release();
    }
    assertSuccess(first.join());
    assertStatus(settings.inProgress(), duplicate);
    assertThat(duplicate.headers().firstValue("Retry-After").orElse("none"))
        .as("the header Retry-After, in seconds")
        .matches("[1-9][0-9]*");
  }

  private void answerFollowsInProgress() {
    HeldRequest held = required(subject.held(), "held");
    CompletableFuture<HttpResponse<byte[]>> first =
        client.sendAsync(held.request(), settings.keyHeader(), key);
    try {
      held.awaitRunning();
      HttpResponse<byte[]> ignored = send(held.request(), key);
    } finally {
      held.release();
    }
    assertSuccess(first.join());
    assertSame(first.join(), send(held.request(), key));
    assertEffects(held.request(), 1);
  }

  // ---- callers and outcomes

  private void callersHaveTheirOwnKeys() {
    SampleRequest request = subject.fresh();
    SampleRequest other = required(subject.asOtherCaller(subject.fresh()), "asOtherCaller");
    successful(request, key);
    assertThat(isMarked(successful(other, key))).as("the other caller gets a replay").isFalse();
    assertEffects(other, 1);
  }

  private void rejectionIsReplayed() {
    SampleRequest request = required(subject.rejected(), "rejected");
    HttpResponse<byte[]> first = send(request, key);
    assertThat(first.statusCode())
        .as("the status of the rejection")
        .isBetween(MIN_CLIENT_ERROR, MIN_SERVER_ERROR - 1);
    HttpResponse<byte[]> again = send(request, key);
    assertSame(first, again);
    assertThat(isMarked(again)).as("the second rejection is marked as a replay").isTrue();
  }

  private void serverErrorIsNotStored() {
    SampleRequest request = required(subject.failingOnce(), "failingOnce");
    assertThat(send(request, key).statusCode())
        .as("the status of the first attempt")
        .isGreaterThanOrEqualTo(MIN_SERVER_ERROR);
    successful(request, key);
    assertEffects(request, 1);
  }

  // ---- what the checks are made of

  private HttpResponse<byte[]> send(SampleRequest request, String withKey) {
    return client.send(request, settings.keyHeader(), List.of(withKey));
  }

  private HttpResponse<byte[]> successful(SampleRequest request, String withKey) {
    HttpResponse<byte[]> response = send(request, withKey);
    assertSuccess(response);
    return response;
  }

  private static void assertSuccess(HttpResponse<byte[]> response) {
    assertThat(response.statusCode())
        .as("the status of a valid request, answered with %s", text(response))
        .isBetween(200, MIN_CLIENT_ERROR - 1);
  }

  private static void assertStatus(int expected, HttpResponse<byte[]> response) {
    assertThat(response.statusCode())
        .as("the status of the answer %s", text(response))
        .isEqualTo(expected);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static void assertSame(HttpResponse<byte[]> first, HttpResponse<byte[]> retry) {
    assertStatus(first.statusCode(), retry);
    assertThat(text(retry)).as("the body of the retry").isEqualTo(text(first));
    for (String header : List.of("Content-Type", "Location", "ETag")) {
      assertThat(retry.headers().allValues(header))
          .as("the header %s of the retry", header)
          .isEqualTo(first.headers().allValues(header));
    }
  }

  private boolean isMarked(HttpResponse<byte[]> response) {
    return response.headers().firstValue(settings.replayHeader()).orElse("").equals("true");
  }

  private void assertEffects(SampleRequest request, long expected) {
    assertThat(subject.effects(request)).as("the effects of the request").isEqualTo(expected);
  }

  private static <T> T required(@Nullable T hook, String name) {
    if (hook == null) {
      throw new MissingHookException(name);
    }
    return hook;
  }
}
