package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMemberTest {
  private static final int MANY = 1_000_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":\"a\"} | a",
        "{\"x\":{\"id\":\"b\"},\"y\":[{\"id\":\"c\"}],\"id\":\"a\"} | a",
        "{\"id\":17} | 17",
        "{\"id\":\"\\u00fc\"} | ü",
        "{\"id\":\"a\", and then no more JSON | a"
      })
  void aMemberOfTheObjectItselfIsFound(String json, String id) {
    assertThat(JsonMember.textOrInteger(Delivery.bytes(json), "id")).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "\"id\"",
        "[{\"id\":\"a\"}]",
        "{}",
        "{\"x\":{\"id\":\"a\"}}",
        "{\"id\":null}",
        "{\"id\":1.5}",
        "{\"id\":{\"id\":\"a\"}}",
        "{\"x\":,\"id\":\"a\"}",
        "id=a&type=b",
        "<id>a</id>"
      })
  void whatIsNotThereIsNull(String json) {
    assertThat(JsonMember.textOrInteger(Delivery.bytes(json), "id")).isNull();
  }

  @Test
  void aTypeIsText() {
    assertThat(JsonMember.text(Delivery.bytes("{\"type\":1}"), "type")).isNull();
  }

  @Test
  void aBombIsNull() {
    assertThat(JsonMember.text(Delivery.bytes("{\"x\":" + "[".repeat(MANY)), "type")).isNull();
    assertThat(JsonMember.textOrInteger(Delivery.bytes("{\"id\":" + "1".repeat(MANY)), "id"))
        .isNull();
  }
}
