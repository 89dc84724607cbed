package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemTest {
  private static String json(Problem problem) {
    return new String(problem.response(ProblemSettings.standard()).body(), UTF_8);
  }

  @Test
  void textIsEscapedSoThatNothingBreaksOut() {
    String nasty = "a\"b\\c\n\r\t\0\u007f\u0085</script>ü\ud83d\ude00\ud800";

    String json = json(Problem.of(ProblemKind.REJECTED, nasty));

    assertThat(json)
        .contains(
            "a\\\"b\\\\c\\u000a\\u000d\\u0009\\u0000\\u007f\\u0085</script>ü\\ud83d\\ude00\\ud800");
    assertThat(json.chars()).noneMatch(Character::isISOControl);
  }

  @Test
  void aWaitIsWholeSecondsAndAtLeastOne() {
    Problem problem = Problem.of(ProblemKind.IN_PROGRESS, "");

    assertThat(problem.retryAfter(Duration.ZERO).retryAfterSeconds()).isEqualTo(1);
    assertThat(problem.retryAfter(Duration.ofMillis(1)).retryAfterSeconds()).isEqualTo(1);
    assertThat(problem.retryAfter(Duration.ofMillis(1_001)).retryAfterSeconds()).isEqualTo(2);
    assertThat(problem.retryAfter(Duration.ofSeconds(7)).retryAfterSeconds()).isEqualTo(7);
    assertThat(json(problem)).doesNotContain("retry_after");
  }

  @Test
  void membersComeInAFixedOrder() {
    assertThat(json(Problem.of(ProblemKind.MISMATCH, "d").retryAfter(Duration.ofSeconds(2))))
        .isEqualTo(
            "{\"type\":\"urn:semel:problem:mismatch\",\"title\":\"The idempotency key was used with"
                + " another request\",\"status\":422,\"detail\":\"d\",\"code\":\"mismatch\","
                + "\"retryable\":false,\"retry_after\":2}");
  }

  @Test
  void theHeadersSayWhenToTryAgainAndWhereToReadOn() {
    Problem problem = Problem.of(ProblemKind.IN_PROGRESS, "d");
    ProblemSettings documented =
        ProblemSettings.standard().docs(URI.create("https://example.com/keys"));

    assertThat(header(problem.retryAfter(Duration.ofSeconds(3)), "Retry-After")).contains("3");
    assertThat(header(problem, "Retry-After")).isEmpty();
    assertThat(header(problem, "Link"))
        .contains("<urn:semel:problem:in-progress>; rel=\"describedby\"");
    assertThat(header(problem, "Link", documented))
        .contains("<https://example.com/keys>; rel=\"describedby\"; type=\"text/html\"");
  }

  private static Optional<String> header(Problem problem, String name) {
    return header(problem, name, ProblemSettings.standard());
  }

  private static Optional<String> header(Problem problem, String name, ProblemSettings settings) {
    return problem.response(settings).fields().stream()
        .filter(field -> field.name().equals(name))
        .map(field -> field.values().get(0))
        .findFirst();
  }
}
