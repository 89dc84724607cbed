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
  void theTextFormHidesThePayload() {
    assertThat(Event.of("case", "7", "Opened", "{\"ssn\":\"123\"}").toString())
        .doesNotContain("123");
  }
}
