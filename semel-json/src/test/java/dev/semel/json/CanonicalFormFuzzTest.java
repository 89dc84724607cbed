package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.json.NotCanonicalJsonException.Reason;
import dev.semel.testing.fuzz.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Facts about any document. A failure names its seed. */
@ParameterizedClass
@MethodSource("seeds")
class CanonicalFormFuzzTest {
  private static final int ROUNDS = 1000;
  private static final int LEVELS = 4;
  private static final String REFUSED = "refused";

  /** Damage can make 0e99999999999, which is zero but more than a BigDecimal holds. */
  private static final String TOO_LARGE_FOR_JACKSON = "too large";

  private final long seed;
  private final Random random;
  private final RandomJson values;

  CanonicalFormFuzzTest(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.values = new RandomJson(random);
  }

  static List<Long> seeds() {
    return Seeds.of(CanonicalFormFuzzTest.class);
  }

  private static String canonical(String json) {
    return new String(CanonicalJson.bytes(json.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void everySpellingOfAValueHasTheFormOfTheValue() {
    for (int round = 0; round < ROUNDS; round++) {
      Object value = values.value(LEVELS);
      String spelling = Spelling.of(value, random);
      assertThat(canonical(spelling))
          .as("seed %d, %s", seed, spelling)
          .isEqualTo(ReferenceForm.of(value));
    }
  }

  @Test
  void theFormIsItsOwnForm() {
    for (int round = 0; round < ROUNDS; round++) {
      String form = canonical(Spelling.of(values.value(LEVELS), random));
      assertThat(canonical(form)).as("seed %d", seed).isEqualTo(form);
    }
  }

  @Test
  void anotherValueHasAnotherForm() {
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, @Nullable Object> value = values.object(LEVELS);
      value.put("changed", values.value(1));
      String before = Spelling.of(value, random);
      String after = Spelling.of(mutated(value), random);
      assertThat(CanonicalJson.sha256(after.getBytes(UTF_8)))
          .as("seed %d, %s, %s", seed, before, after)
          .isNotEqualTo(CanonicalJson.sha256(before.getBytes(UTF_8)));
    }
  }

  private Map<String, @Nullable Object> mutated(Map<String, @Nullable Object> value) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(value);
    Object old = copy.remove("changed");
    switch (random.nextInt(4)) {
      case 0 -> copy.put("changed", other(old));
      case 1 -> copy.put("Changed", old);
      case 2 -> copy.put("changed", List.of(new ArrayList<>(copy.keySet())));
      default -> copy.remove("changed");
    }
    return copy;
  }

  private static @Nullable Object other(@Nullable Object old) {
    if (old instanceof BigDecimal number) {
      return number.add(BigDecimal.ONE.movePointLeft(30));
    }
    if (old instanceof String text) {
      return text + "\u0000";
    }
    return old == null ? "null" : null;
  }

  @Test
  void jacksonReadsTheFormAsItReadsTheDocument() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] json = damaged(Spelling.of(values.value(LEVELS), random).getBytes(UTF_8));
      compareWithJackson(json);
    }
  }

  private byte[] damaged(byte[] json) {
    for (int times = random.nextInt(3); times > 0; times--) {
      json[random.nextInt(json.length)] = (byte) random.nextInt(256);
    }
    return json;
  }

  private void compareWithJackson(byte[] json) {
    String read = jackson(json);
    String seen = "seed %d, %s".formatted(seed, new String(json, UTF_8));
    try {
      String form = jackson(CanonicalJson.bytes(json));
      assertThat(read).as(seen).isIn(form, TOO_LARGE_FOR_JACKSON);
    } catch (NotCanonicalJsonException e) {
      boolean isNotJson = e.reason() == Reason.NOT_JSON || e.reason() == Reason.TRAILING_CONTENT;
      assertThat(isNotJson ? read : REFUSED).as(seen).isIn(REFUSED, TOO_LARGE_FOR_JACKSON);
    }
  }

  /** The reference form of what Jackson read, or one of two words, which are no forms. */
  private static String jackson(byte[] json) {
    ObjectReader reader =
        JsonMapper.shared()
            .readerFor(Object.class)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    try {
      // As text, because Jackson guesses at the encoding of bytes.
      return ReferenceForm.of(reader.<@Nullable Object>readValue(new String(json, UTF_8)));
    } catch (JacksonException e) {
      return REFUSED;
    } catch (NumberFormatException e) {
      return TOO_LARGE_FOR_JACKSON;
    }
  }
}
