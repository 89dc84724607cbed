package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FlatJsonTest {
  @Test
  void anObjectOfTextsIsRead() {
    assertThat(FlatJson.read("{}")).isEmpty();
    assertThat(FlatJson.read("{\"a\": \"1\", \"b\": \"\"}")).isEqualTo(Map.of("a", "1", "b", ""));
  }

  @Test
  void escapesAreUndone() {
    assertThat(FlatJson.read("{\"a\\\"b\": \"\\\\ \\n \\t \\u00e9 \\/ }, {\"}"))
        .isEqualTo(Map.of("a\"b", "\\ \n \t \u00e9 / }, {"));
  }

  @Test
  void whatIsNoTextIsPassedOnAsItIsWritten() {
    assertThat(FlatJson.read("{\"n\": 1, \"o\": {\"x\": [\"}\", 2]}, \"t\": true, \"z\": \"end\"}"))
        .isEqualTo(Map.of("n", "1", "o", "{\"x\": [\"}\", 2]}", "t", "true", "z", "end"));
  }
}
