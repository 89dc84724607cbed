package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Bad;
import dev.semel.http.internal.KeyHeader.Found;
import dev.semel.testing.fuzz.Seeds;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts about any header line. */
@ParameterizedClass
@MethodSource("seeds")
class KeyParserFuzzTest {
  private static final int ROUNDS = 5_000;
  private static final String NAME = "Idempotency-Key";
  private static final String SEASONING =
      "\"\"\"\\\\ ;;,,='*:?@%-._~!0aAzZ\t\n\0\u007f\u00e9\ud800";

  /** A quoted string, as RFC 9651 has it, without parameters. */
  private static final Pattern QUOTED =
      Pattern.compile(" *\"((?:[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\"\\\\])+)\" *");

  private final Random random;

  KeyParserFuzzTest(long seed) {
    this.random = new Random(seed);
  }

  static List<Long> seeds() {
    return Seeds.of(KeyParserFuzzTest.class);
  }

  private static KeyHeader read(String line, KeyPolicy policy) {
    return KeyParser.fromHeader(NAME, List.of(line), policy);
  }

  /** Something like a key, damaged here and there. */
  private String line() {
    StringBuilder line = new StringBuilder(quotedOrBare());
    for (int times = random.nextInt(4); times > 0; times--) {
      int at = random.nextInt(line.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> line.insert(at, seasoning());
        case 1 -> line.setLength(at);
        default -> line.insert(at, line.substring(at));
      }
    }
    return line.toString();
  }

  private String quotedOrBare() {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(40); length > 0; length--) {
      text.append(random.nextInt(8) == 0 ? seasoning() : (char) ('a' + random.nextInt(26)));
    }
    return switch (random.nextInt(4)) {
      case 0 -> quoted(text.toString());
      case 1 -> quoted(text.toString()) + ";a=1;b=\"" + text + "\"";
      default -> text.toString();
    };
  }

  private char seasoning() {
    return SEASONING.charAt(random.nextInt(SEASONING.length()));
  }

  private static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Test
  void aKeyThatWasFoundIsTheSameKeyWhenItIsQuoted() {
    for (int round = 0; round < ROUNDS; round++) {
      String line = line();
      if (read(line, KeyPolicy.lenient()) instanceof Found found) {
        String quoted = quoted(found.key());
        assertThat(read(quoted, KeyPolicy.strict()))
            .as(line)
            .isEqualTo(new Found(found.key(), quoted, NAME));
        assertThat(found.fieldValue()).isEqualTo(line);
      }
    }
  }

  @Test
  void whatThePickyPolicyTakesTheEasyOneTakesToo() {
    for (int round = 0; round < ROUNDS; round++) {
      String line = line();
      KeyHeader strict = read(line, KeyPolicy.strict());
      if (strict instanceof Found) {
        assertThat(read(line, KeyPolicy.lenient())).as(line).isEqualTo(strict);
      }
    }
  }

  @Test
  void aQuotedStringIsReadAsTheStandardSays() {
    for (int round = 0; round < ROUNDS; round++) {
      String line = line();
      Matcher quoted = QUOTED.matcher(line);
      if (quoted.matches() && !quoted.group(1).isEmpty()) {
        String key = quoted.group(1).replaceAll("\\\\(.)", "$1");
        assertThat(read(line, KeyPolicy.strict()))
            .as(line)
            .satisfiesAnyOf(
                read -> assertThat(read).isEqualTo(new Found(key, line, NAME)),
                read -> assertThat(key.length()).isGreaterThan(KeyPolicy.MAX_CHARACTERS));
      }
    }
  }

  @Test
  void aRefusalDoesNotRepeatWhatWasSent() {
    for (int round = 0; round < ROUNDS; round++) {
      String line = line();
      if (line.length() > 6 && read(line, KeyPolicy.strict()) instanceof Bad bad) {
        assertThat(bad.detail()).as(line).doesNotContain(line);
      }
    }
  }
}
