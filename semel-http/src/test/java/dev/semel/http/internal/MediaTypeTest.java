package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {
  private static MediaType parsed(String text) {
    return Objects.requireNonNull(MediaType.parse(text), "a media type");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "application/json -> application/json",
        "Application/JSON -> application/json",
        "application/json;charset=utf-8 -> application/json",
        "application/json ; Charset = \"UTF-8\" -> application/json",
        "application/json; -> application/json",
        "application/json;; charset=utf-8 ; -> application/json",
        "text/plain;charset=ISO-8859-1 -> text/plain;charset=\"ISO-8859-1\"",
        "text/plain; Format=flowed; charset=utf-8 -> text/plain;format=\"flowed\"",
        "a/b;x=\"1;y=2\" -> a/b;x=\"1;y=2\"",
        "a/b;x=1;y=2 -> a/b;x=\"1\";y=\"2\"",
        "a/b;x=\"\\\"\\\\\" -> a/b;x=\"\\\"\\\\\"",
        "a/b;x= -> a/b;x=\"\"",
        "multipart/form-data;boundary=xyz -> multipart/form-data",
        "multipart/mixed;boundary=xyz -> multipart/mixed;boundary=\"xyz\""
      })
  void aMediaTypeHasOneSpelling(String text, String expected) {
    assertThat(parsed(text).normalForm()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "json",
        "a/",
        "/b",
        "a/b/c",
        "a b/c",
        "a/b;x",
        "a/b;x=\"1",
        "a/b;x=1 y=2",
        "a/b,c/d",
        "none"
      })
  void anythingElseIsNone(String text) {
    assertThat(MediaType.parse(text)).isNull();
  }

  @Test
  void jsonIsReadAsJsonInUtf8Only() {
    assertThat(parsed("application/json").isUtf8Json()).isTrue();
    assertThat(parsed("APPLICATION/vnd.x+JSON; v=1; charset=\"utf-8\"").isUtf8Json()).isTrue();
    assertThat(parsed("application/json;charset=iso-8859-1").isUtf8Json()).isFalse();
    assertThat(parsed("application/json;charset=utf-16").isUtf8Json()).isFalse();
    assertThat(parsed("application/jsonp").isUtf8Json()).isFalse();
    assertThat(parsed("text/plain").isUtf8Json()).isFalse();
  }

  @Test
  void aBoundaryKeepsItsCaseAndLosesItsQuotes() {
    assertThat(parsed("multipart/form-data; BOUNDARY=\"aB c\"").boundary()).isEqualTo("aB c");
    assertThat(parsed("multipart/form-data").boundary()).isNull();
  }

  @Test
  void aHostileHeaderIsReadInOnePass() {
    String escapes = "\\\"".repeat(1_000_000);

    assertThat(parsed("a/b;x=\"" + escapes + "\"").parameters().get(0).value()).hasSize(1_000_000);
    assertThat(MediaType.parse("a/b;x=\"" + escapes)).isNull();
    assertThat(parsed("a/b" + ";".repeat(1_000_000)).parameters()).isEmpty();
  }
}
