package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventTest {
  @Test
  void headersAreCopied() {
    Map<String, String> headers = new HashMap<>(Map.of("a", "1"));
    Event event = Event.of("case", "7", "Opened", "{}").headers(headers);
    headers.put("b", "2");

    assertThat(event.headers()).containsOnlyKeys("a");
  }

  @Test
  void namesAreValidated() {
    assertThatThrownBy(() -> Event.of("", "7", "Opened", null))
        .hasMessageContaining("aggregate type");
    assertThatThrownBy(() -> Event.of("case", "7\n", "Opened", null))
        .hasMessageContaining("aggregate id");
    assertThatThrownBy(() -> Event.of("case", "7", "o".repeat(256), null))
        .hasMessageContaining("event type has 256");
    assertThatThrownBy(() -> Event.of("case", "7", "Opened", null).keyed(""))
        .hasMessageContaining("event key is empty");
  }

  @Test
  void headersHaveLimits() {
    Event event = Event.of("case", "7", "Opened", null);
    Map<String, String> most = headers(Event.MAX_HEADERS);

    assertThat(event.headers(most).headers()).isEqualTo(most);
    assertThatThrownBy(() -> event.headers(headers(Event.MAX_HEADERS + 1)))
        .hasMessageContaining("51 headers");
    assertThatThrownBy(() -> event.headers(Map.of("", "1"))).hasMessageContaining("header name");
    assertThatThrownBy(() -> event.headers(Map.of("a", "1".repeat(4_001))))
        .hasMessageContaining("event header value has 4001");
    assertThatThrownBy(() -> event.headers(Map.of("a", "\0"))).hasMessageContaining("position 0");
    assertThatThrownBy(() -> event.headers(Map.of("a", "\ud800")))
        .hasMessageContaining("half a surrogate pair");
  }

  private static Map<String, String> headers(int count) {
    Map<String, String> headers = new HashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put("name-" + i, "line one\nline two");
    }
    return headers;
  }

  @Test
  void eachPartIsSetOnItsOwn() {
    Event event =
        Event.of("case", "7", "Opened", "{}").version(3).headers(Map.of("a", "1")).keyed("k");

    assertThat(event)
        .isEqualTo(new Event("case", "7", 3L, "Opened", "{}", Map.of("a", "1"), "k"))
        .hasToString("Event[Opened of case 7]");
  }

  @Test
  void theTextFormHidesThePayload() {
    assertThat(Event.of("case", "7", "Opened", "{\"ssn\":\"123\"}").toString())
        .doesNotContain("123");
  }
}
