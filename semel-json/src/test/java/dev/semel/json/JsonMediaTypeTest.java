package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMediaTypeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        " application/json ; charset=UTF-8; profile=\"x\"",
        "application/problem+json",
        "application/vnd.example.v2+JSON;v=1",
        "image/x+json"
      })
  void jsonIsRecognised(String mediaType) {
    assertThat(JsonMediaType.isJson(mediaType)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "text/json",
        "application/jsonp",
        "application/json-seq",
        "json",
        "+json",
        "application/+json",
        "application/",
        "application/xml;x=application/json",
        "a/b/c+json",
        "application/json, text/plain"
      })
  void otherTypesAreNot(String mediaType) {
    assertThat(JsonMediaType.isJson(mediaType)).isFalse();
  }
}
