package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.ProblemSettings;
import dev.semel.testing.fuzz.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Whatever a rejection says, its document is JSON, and says just that. */
@ParameterizedClass
@MethodSource("seeds")
class ProblemFuzzTest {
  private static final int ROUNDS = 3_000;
  private static final String SEASONING =
      "\"\\/\b\f\n\r\t\0\u001f\u007f\u0080\u2028\u2029\ufeff<>&'{}[],:";

  private final Random random;

  ProblemFuzzTest(long seed) {
    this.random = new Random(seed);
  }

  static List<Long> seeds() {
    return Seeds.of(ProblemFuzzTest.class);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(60); length > 0; length--) {
      text.append(
          switch (random.nextInt(4)) {
            case 0 -> SEASONING.charAt(random.nextInt(SEASONING.length()));
            case 1 -> (char) random.nextInt(Character.MAX_VALUE + 1);
            default -> (char) (' ' + random.nextInt(95));
          });
    }
    return text.toString();
  }

  @Test
  void theDocumentSaysWhatWasSaidAndNothingElse() throws CharacterCodingException {
    for (int round = 0; round < ROUNDS; round++) {
      String code = text();
      String detail = text();
      Problem problem =
          Problem.rejected(code, detail).retryAfter(Duration.ofMillis(random.nextInt(100_000)));
      byte[] body = problem.response(ProblemSettings.standard()).body();
      String json = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      Map<String, String> read = read(json);
      assertThat(read)
          .as(json)
          .hasSize(7)
          .containsEntry("code", code)
          .containsEntry("detail", detail)
          .containsEntry("retry_after", Long.toString(problem.retryAfterSeconds()));
      assertThat(json.chars()).as(json).noneMatch(Character::isISOControl);
    }
  }

  private static Map<String, String> read(String json) {
    Map<String, String> members = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        members.put(name, parser.getString());
      }
      assertThat(parser.nextToken()).as(json).isNull();
    }
    return members;
  }
}
