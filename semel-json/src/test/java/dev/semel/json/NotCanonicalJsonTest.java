package dev.semel.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.json.NotCanonicalJsonException.Reason;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotCanonicalJsonTest {
  private static NotCanonicalJsonException refused(byte[] json) {
    return catchThrowableOfType(NotCanonicalJsonException.class, () -> CanonicalJson.bytes(json));
  }

  private static void assertRefused(Reason reason, byte[] json) {
    NotCanonicalJsonException refusal = refused(json);
    assertThat(refusal).as("not refused").isNotNull();
    assertThat(refusal.reason()).isEqualTo(reason);
  }

  private static void assertRefused(Reason reason, String json) {
    assertRefused(reason, json.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nope",
        "nul",
        "True",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "+1",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "- 1",
        "--1",
        "0x10",
        "'a'",
        "\"a",
        "\"a\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u１２３４\"",
        "\"\t\"",
        "\"\u0000\"",
        "\"\n\"",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "]",
        "{",
        "{}}x",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{\"a\" 1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "[1}",
        "{\"a\":1]",
        "/* c */ 1",
        "// c\n1",
        "\f1",
        "\u00A01",
        "\u0000",
        "{\"a\":1,,\"b\":2}",
        "{\"a\"::1}",
        "[:]"
      })
  void whatIsNotJsonHasNoForm(String json) {
    NotCanonicalJsonException refusal = refused(json.getBytes(UTF_8));
    assertThat(refusal).as("not refused").isNotNull();
    assertThat(refusal.reason()).isIn(Reason.NOT_JSON, Reason.TRAILING_CONTENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1 2", "[] []", "{}x", "01", "00", "1]", "null null", "\"a\"\"b\"", "1,", "-01"})
  void nothingMayFollowTheDocument(String json) {
    assertRefused(Reason.TRAILING_CONTENT, json);
  }

  @Test
  void otherEncodingsHaveNoForm() {
    for (Charset charset : new Charset[] {UTF_16BE, UTF_16LE, Charset.forName("UTF-32")}) {
      NotCanonicalJsonException refusal = refused("{\"a\":1}".getBytes(charset));
      assertThat(refusal.reason()).isIn(Reason.NOT_JSON, Reason.NOT_UTF_8);
    }
    assertRefused(Reason.NOT_UTF_8, "{\"name\":\"é\"}".getBytes(ISO_8859_1));
    assertRefused(Reason.NOT_UTF_8, "{\"a\":1}".getBytes(Charset.forName("UTF-16")));
  }

  @Test
  void aByteOrderMarkHasNoForm() {
    assertRefused(Reason.NOT_UTF_8, "\uFEFF{}");
    assertRefused(Reason.NOT_UTF_8, "\uFEFF");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "22c0af22", "22c1bf22", "22e080af22", "22f08080af22", "22eda08022", "22edb08022",
        "22f490808022", "22f888808080ff22", "2280ff22", "22c322", "22e282", "22ff22"
      })
  void sloppyUtf8HasNoForm(String hex) {
    assertRefused(Reason.NOT_UTF_8, HexFormat.of().parseHex(hex));
  }

  @Test
  void sloppyUtf8IsFoundBehindTheFirstWindowToo() {
    for (int padding = 4090; padding < 4100; padding++) {
      assertRefused(Reason.NOT_UTF_8, ("\"" + "a".repeat(padding) + "é\"").getBytes(ISO_8859_1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800x\"",
        "\"\\ud800\\n\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800\\ud800\\udc00\"",
        "\"\\udc00\\ud800\"",
        "{\"\\ud800\":1}"
      })
  void halfSurrogatesHaveNoForm(String json) {
    assertRefused(Reason.HALF_SURROGATE, json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}", "{\"a\":1,\"b\":2,\"a\":1}", "{\"b\":1,\"a\":2,\"b\":3}",
        "{\"a\":1,\"\\u0061\":1}", "[{\"x\":{\"\":1,\"\":2}}]", "{\"c\":1,\"b\":1,\"a\":1,\"b\":1}"
      })
  void duplicateMembersHaveNoForm(String json) {
    assertRefused(Reason.DUPLICATE_MEMBER, json);
  }

  @Test
  void theSameNameInOtherObjectsIsNoDuplicate() {
    byte[] json = "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":1}]}".getBytes(UTF_8);
    assertThat(CanonicalJson.bytes(json)).isEqualTo(json);
  }

  @Test
  void digitsAreLimitedByValueNotBySpelling() {
    String digits = "7".repeat(CanonicalJson.MAX_SIGNIFICANT_DIGITS);
    assertThat(CanonicalJson.bytes(digits.getBytes(UTF_8))).asString(UTF_8).isEqualTo(digits);
    assertRefused(Reason.TOO_MANY_DIGITS, digits + "7");
    assertRefused(Reason.TOO_MANY_DIGITS, "0." + digits + "7");
    String padded = "0." + "0".repeat(2000) + digits + "0".repeat(2000) + "e3000";
    assertThat(CanonicalJson.bytes(padded.getBytes(UTF_8))).asString(UTF_8).isEqualTo(digits);
  }

  @Test
  void exponentsAreLimitedByValueNotBySpelling() {
    assertThat(CanonicalJson.bytes("1e10000".getBytes(UTF_8))).asString(UTF_8).isEqualTo("1e10000");
    assertThat(CanonicalJson.bytes("1e-10000".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo("1e-10000");
    assertThat(CanonicalJson.bytes("0.1e10001".getBytes(UTF_8)))
        .asString(UTF_8)
        .isEqualTo("1e10000");
    assertRefused(Reason.EXPONENT_TOO_LARGE, "1e10001");
    assertRefused(Reason.EXPONENT_TOO_LARGE, "10e10000");
    assertRefused(Reason.EXPONENT_TOO_LARGE, "0.1e-10000");
    assertRefused(Reason.EXPONENT_TOO_LARGE, "-1e1000000000");
    assertRefused(Reason.EXPONENT_TOO_LARGE, "1e-" + "9".repeat(40));
    assertRefused(Reason.EXPONENT_TOO_LARGE, "1e18446744073709551617");
  }

  @Test
  void nestingIsLimited() {
    int limit = CanonicalJson.MAX_NESTING_LEVELS;
    String deepest = "[".repeat(limit) + "]".repeat(limit);
    assertThat(CanonicalJson.bytes(deepest.getBytes(UTF_8))).asString(UTF_8).isEqualTo(deepest);
    assertRefused(Reason.TOO_DEEP, "[" + deepest + "]");
    assertRefused(Reason.TOO_DEEP, "{\"a\":" + deepest + "}");
  }

  @Test
  void sizeIsLimited() {
    byte[] largest = new byte[CanonicalJson.MAX_DOCUMENT_BYTES];
    Arrays.fill(largest, (byte) ' ');
    largest[0] = '1';
    assertThat(CanonicalJson.bytes(largest)).asString(UTF_8).isEqualTo("1");
    assertRefused(Reason.TOO_LARGE, Arrays.copyOf(largest, largest.length + 1));
  }

  @Test
  void theMessageNamesThePlaceAndNotTheContent() {
    NotCanonicalJsonException refusal = refused("{\"secret\":hush}".getBytes(UTF_8));
    assertThat(refusal)
        .hasMessage("no canonical form: at byte 10 the text is not JSON by RFC 8259");
  }
}
