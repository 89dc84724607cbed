package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemReaderTest {
  @Test
  void theMembersAtTheTopAreRead() {
    Problem problem =
        ProblemReader.read(
            """
            {"type": "https://example.com/problems/in-flight", "title": "t", "status": 409,
             "errors": [{"code": "nested", "retryable": false}, [1, -2.5e3, null, true]],
             "code": "in\\u005fpro\\u0067ress", "retryable": true, "empty": {}, "none": []}
            """);
    assertThat(problem)
        .isEqualTo(new Problem("https://example.com/problems/in-flight", "in_progress", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"code\"}",
        "{\"code\":}",
        "{\"code\":\"in_progress\"",
        "{\"code\":\"in_progress\"} trailing",
        "{\"code\":\"in_progress\",}",
        "{\"code\":\"\\x\"}",
        "{\"code\":\"\\u00g0\"}",
        "{\"code\":\"a\nb\"}",
        "{\"code\":in_progress}",
        "{'code':'in_progress'}",
        "{\"a\":01,\"code\":\"in_progress\"}",
        "{\"a\":[1,],\"code\":\"in_progress\"}",
        "<problem/>"
      })
  void whatIsNoJsonObjectSaysNothing(String text) {
    assertThat(ProblemReader.read(text)).isEqualTo(Problem.NONE);
  }

  @Test
  void membersOfAnotherTypeSayNothing() {
    assertThat(ProblemReader.read("{\"code\":1,\"type\":null,\"retryable\":\"false\"}"))
        .isEqualTo(Problem.NONE);
    assertThat(ProblemReader.read("{}")).isEqualTo(Problem.NONE);
  }

  @Test
  void depthIsBounded() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(ProblemReader.read("{\"a\":" + deep + ",\"code\":\"in_progress\"}"))
        .isEqualTo(Problem.NONE);
  }

  @Test
  void aKindIsKnownByItsCodeOrTheEndOfItsType() {
    assertThat(new Problem(null, "in_progress", null).saysInProgress()).isTrue();
    assertThat(new Problem(null, "in-flight", null).saysInProgress()).isTrue();
    assertThat(new Problem("https://a/b#in-flight", null, null).saysInProgress()).isTrue();
    assertThat(new Problem("urn:semel:in-progress", null, null).saysInProgress()).isTrue();
    assertThat(new Problem("https://a/not-in-flight", "conflict", null).saysInProgress()).isFalse();
    assertThat(new Problem("https://a/outcome-unknown", null, null).saysOutcomeUnknown()).isTrue();
    assertThat(Problem.NONE.saysInProgress()).isFalse();
  }
}
