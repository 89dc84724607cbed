package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for answers, one by one. What servers really send is in the tests with sockets. */
class JudgeTest {
  private static final Problem IN_PROGRESS = new Problem(null, "in_progress", null);
  private static final Problem IN_VAIN = new Problem(null, "broken", false);

  private static Judgement judged(int status, Problem problem, String... headers) {
    return judged(false, status, problem, headers);
  }

  private static Judgement judged(
      boolean plainConflicts, int status, Problem problem, String... headers) {
    return new Judge(AnswerHeaders.standard(), plainConflicts)
        .judge(status, HttpTimesTest.headers(headers), problem, Instant.EPOCH);
  }

  private static Judgement judged(int status, String... headers) {
    return judged(status, Problem.NONE, headers);
  }

  static IntStream finalStatuses() {
    return IntStream.rangeClosed(200, 499).filter(status -> status != 408 && status != 425);
  }

  @ParameterizedTest
  @MethodSource("finalStatuses")
  void whatIsBelow500IsTheAnswerExceptForTwo(int status) {
    assertThat(judged(status).retry()).isFalse();
    assertThat(judged(status).isAnswer(false)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 502, 503, 504, 507, 599})
  void aServerErrorIsRetriedAndLeavesADoubt(int status) {
    assertThat(judged(status).retry()).isTrue();
    assertThat(judged(status).doubt()).isEqualTo(Doubt.SERVER_ERROR);
    assertThat(judged(status, "Retry-After", "7").retryAfter()).isEqualTo(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425})
  void whatPassesIsRetriedAndLeavesNoDoubt(int status) {
    assertThat(judged(status).retry()).isTrue();
    assertThat(judged(status).saysThatNothingHappened()).isTrue();
  }

  @Test
  void tooManyRequestsAreRetriedOnlyIfTheServerSaysWhen() {
    assertThat(judged(429).retry()).isFalse();
    assertThat(judged(429, "Retry-After", "whenever").retry()).isFalse();
    assertThat(judged(429, "Retry-After", "1").retry()).isTrue();
    assertThat(judged(429, "Retry-After", "1").saysThatNothingHappened()).isTrue();
    assertThat(judged(429, IN_PROGRESS).retry()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 423, 429, 503})
  void anAttemptThatIsAtWorkLeavesADoubtWhateverTheStatus(int status) {
    assertThat(judged(status, IN_PROGRESS).doubt()).isEqualTo(Doubt.IN_PROGRESS);
    assertThat(judged(status, IN_PROGRESS).saysThatNothingHappened()).isFalse();
  }

  @Test
  void aConflictIsRetriedIfItSaysThatAnAttemptIsAtWork() {
    assertThat(judged(409).isAnswer(true)).isTrue();
    assertThat(judged(409, IN_PROGRESS).retry()).isTrue();
    assertThat(judged(409, IN_PROGRESS).doubt()).isEqualTo(Doubt.IN_PROGRESS);
    assertThat(judged(409, "Retry-After", "1").doubt()).isEqualTo(Doubt.IN_PROGRESS);
    assertThat(judged(409, new Problem("https://a/stock-exhausted", null, null)).retry()).isFalse();
  }

  @Test
  void aConflictOfTheBusinessIsNotRetriedForItsRetryAfterIfItSaysThatThisIsInVain() {
    assertThat(judged(409, IN_VAIN, "Retry-After", "1").isAnswer(true)).isTrue();
  }

  @Test
  void everyConflictIsRetriedIfTheSettingsSaySo() {
    assertThat(judged(true, 409, Problem.NONE).retry()).isTrue();
    assertThat(judged(true, 409, Problem.NONE, "Idempotent-Replayed", "true").retry()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 402, 404, 409, 412, 422, 429, 500, 503})
  void aReplayedAnswerIsFinal(int status) {
    Judgement judgement = judged(status, "Idempotent-Replayed", "true", "Retry-After", "1");
    assertThat(judgement.isAnswer(true)).isTrue();
    assertThat(judgement.replayed()).isTrue();
  }

  @Test
  void theHintIsAboveAllOtherRules() {
    assertThat(judged(500, "Idempotency-Should-Retry", "false").isAnswer(true)).isTrue();
    assertThat(judged(503, "Idempotency-Should-Retry", "FALSE", "Retry-After", "1").retry())
        .isFalse();
    assertThat(judged(400, "Idempotency-Should-Retry", "true").retry()).isTrue();
    assertThat(judged(422, "Idempotency-Should-Retry", "?1").retry()).isTrue();
    assertThat(judged(500, IN_VAIN, "Idempotency-Should-Retry", "true").retry()).isTrue();
    assertThat(judged(500, "Idempotency-Should-Retry", "perhaps").retry()).isTrue();
  }

  @Test
  void aSuccessIsNotRetriedWhateverTheHint() {
    assertThat(judged(201, "Idempotency-Should-Retry", "true").isAnswer(true)).isTrue();
  }

  @Test
  void theHintMayHaveAnotherNameOrNone() {
    AnswerHeaders stripe = AnswerHeaders.standard().shouldRetry("Stripe-Should-Retry");
    assertThat(
            new Judge(stripe, false)
                .judge(
                    500,
                    HttpTimesTest.headers("stripe-should-retry", "false"),
                    Problem.NONE,
                    Instant.EPOCH)
                .retry())
        .isFalse();
    assertThat(
            new Judge(AnswerHeaders.standard().withoutShouldRetry(), false)
                .judge(
                    500,
                    HttpTimesTest.headers("Idempotency-Should-Retry", "false"),
                    Problem.NONE,
                    Instant.EPOCH)
                .retry())
        .isTrue();
  }

  @Test
  void aServerErrorThatSaysThatRetryingIsInVainIsTheAnswer() {
    assertThat(judged(500, IN_VAIN).isAnswer(true)).isTrue();
    assertThat(judged(503, new Problem(null, null, true)).retry()).isTrue();
  }

  @Test
  void aServerThatDoesNotKnowIsNeverTheAnswer() {
    Problem unsure = new Problem("https://a/outcome-unknown", null, false);
    assertThat(judged(500, unsure).isAnswer(false)).isFalse();
    assertThat(judged(409, unsure).retry()).isFalse();
    assertThat(judged(409, unsure).doubt()).isEqualTo(Doubt.SERVER_UNSURE);
    assertThat(judged(409, unsure, "Retry-After", "5").retry()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 407, 419, 421, 429, 431})
  void whatIsSaidAtTheDoorTellsNothingOfAnEarlierAttempt(int status) {
    assertThat(judged(status).isAnswer(true)).isFalse();
    assertThat(judged(status).isAnswer(false)).isTrue();
    assertThat(judged(status).saysThatNothingHappened()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425})
  void whatPassesAndIsNotToBeRetriedTellsNothingOfAnEarlierAttempt(int status) {
    Judgement judged = judged(status, "Idempotency-Should-Retry", "false");
    assertThat(judged.isAnswer(true)).isFalse();
    assertThat(judged.isAnswer(false)).isTrue();
    assertThat(judged.saysThatNothingHappened()).isTrue();
  }

  @Test
  void onlyProblemDocumentsAreLookedInto() {
    assertThat(needsBody(409, "application/problem+json")).isTrue();
    assertThat(needsBody(500, "Application/Problem+JSON; charset=utf-8")).isTrue();
    assertThat(needsBody(409, "application/json")).isFalse();
    assertThat(needsBody(200, "application/problem+json")).isFalse();
  }

  private static boolean needsBody(int status, String contentType) {
    return Judge.mayNeedBody(status, HttpTimesTest.headers("Content-Type", contentType));
  }
}
