package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static String canonical(String json) {
    return new String(CanonicalJson.bytes(json.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void whiteSpaceDoesNotCount() {
    assertThat(canonical(" {\r\n\t\"a\" : [ 1 , 2 ] , \"b\" : { } } \n"))
        .isEqualTo("{\"a\":[1,2],\"b\":{}}");
  }

  @Test
  void membersAreSortedAtEveryLevelAndArraysKeepTheirOrder() {
    assertThat(canonical("{\"b\":[{\"z\":1,\"y\":[2,1]},{\"x\":1}],\"a\":{\"d\":0,\"c\":0}}"))
        .isEqualTo("{\"a\":{\"c\":0,\"d\":0},\"b\":[{\"y\":[2,1],\"z\":1},{\"x\":1}]}");
  }

  @Test
  void sortedObjectsWithinUnsortedOnesStayWhole() {
    assertThat(canonical("{\"b\":{\"a\":{\"z\":1,\"a\":2},\"b\":3},\"a\":[{\"q\":1,\"p\":2}]}"))
        .isEqualTo("{\"a\":[{\"p\":2,\"q\":1}],\"b\":{\"a\":{\"a\":2,\"z\":1},\"b\":3}}");
  }

  @Test
  void membersAreOrderedByCodeUnitsNotByCodePoints() {
    String beyondTheBasicPlane = "\uD83D\uDE00";
    String privateUse = "\uE000";
    assertThat(beyondTheBasicPlane.compareTo(privateUse)).isNegative();
    assertThat(canonical("{\"" + privateUse + "\":1,\"" + beyondTheBasicPlane + "\":2}"))
        .isEqualTo("{\"" + beyondTheBasicPlane + "\":2,\"" + privateUse + "\":1}");
  }

  @Test
  void namesThatNeedEscapesAreOrderedByWhatTheyMean() {
    assertThat(canonical("{\"\\\\\":1,\"[\":2,\"]\":3,\"\\\"\":4,\"!\":5,\"#\":6,\"\\u0000\":7}"))
        .isEqualTo("{\"\\u0000\":7,\"!\":5,\"\\\"\":4,\"#\":6,\"[\":2,\"\\\\\":1,\"]\":3}");
    assertThat(canonical("{\"\\n\":1,\"\\u0001\":2,\"\\b\":3,\"\\u001f\":4,\"\\r\":5,\"\":6}"))
        .isEqualTo("{\"\":6,\"\\u0001\":2,\"\\b\":3,\"\\n\":1,\"\\r\":5,\"\\u001f\":4}");
    assertThat(canonical("{\"a\\tb\":1,\"a\\fb\":2,\"a\":3,\"a\\t\":4}"))
        .isEqualTo("{\"a\":3,\"a\\t\":4,\"a\\tb\":1,\"a\\fb\":2}");
  }

  @Test
  void namesAreComparedBehindAnEscapeToo() {
    assertThat(
            canonical("{\"\\u0001b\":1,\"\\u0001a\":2,\"\\u0010\":3,\"\\u0011\":4,\"\\u0000\":5}"))
        .isEqualTo("{\"\\u0000\":5,\"\\u0001a\":2,\"\\u0001b\":1,\"\\u0010\":3,\"\\u0011\":4}");
    assertThat(canonical("{\"u\\nb\":1,\"u\\na\":2,\"u\\\\b\":3,\"u\\\\a\":4}"))
        .isEqualTo("{\"u\\na\":2,\"u\\nb\":1,\"u\\\\a\":4,\"u\\\\b\":3}");
  }

  @Test
  void everyLengthOfUtf8IsWritten() {
    assertThat(canonical("\"\\u007f\\u0080\\u07ff\\u0800\\uffff\\ud800\\udc00\\udbff\\udfff\""))
        .isEqualTo("\"\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff\"");
  }

  @Test
  void theFormMayBeLongerThanTheDocument() {
    String text = "\"" + "x".repeat(100) + "\"";
    assertThat(canonical("[1.5,1.5,1.5," + text + "]"))
        .isEqualTo("[15e-1,15e-1,15e-1," + text + "]");
  }

  @Test
  void escapesAreUndoneWhereverTheyAreNotNeeded() {
    assertThat(canonical("\"\\u0042\\/\\u00e9\\u20AC\\ud83D\\uDe00\""))
        .isEqualTo("\"B/é€\uD83D\uDE00\"");
  }

  @Test
  void controlCharactersHaveOneSpelling() {
    assertThat(canonical("\"\\u0008\\u0009\\u000A\\u000c\\u000d\\u0022\\u005C\""))
        .isEqualTo("\"\\b\\t\\n\\f\\r\\\"\\\\\"");
    assertThat(canonical("\"\\u0000\\u000B\\u001F\"")).isEqualTo("\"\\u0000\\u000b\\u001f\"");
    assertThat(canonical("\"\\u007F\\u0080\\u2028\"")).isEqualTo("\"\u007F\u0080\u2028\"");
  }

  @Test
  void textIsNeverNormalised() {
    String composed = "\"\u00E9\"";
    String decomposed = "\"e\u0301\"";
    assertThat(canonical(composed)).isEqualTo(composed);
    assertThat(canonical(decomposed)).isEqualTo(decomposed);
    assertThat(canonical("\" A \"")).isEqualTo("\" A \"");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1.0, 1",
    "1e0, 1",
    "10e-1, 1",
    "0.1E+1, 1",
    "1.000e-0, 1",
    "1E00, 1",
    "0, 0",
    "-0, 0",
    "0.0, 0",
    "-0.00e5, 0",
    "0e99999999999999999999, 0",
    "0e-7, 0",
    "10, 1e1",
    "1200, 12e2",
    "-1200, -12e2",
    "1.50, 15e-1",
    "0.015, 15e-3",
    "-0.5, -5e-1",
    "100e-2, 1",
    "1E400, 1e400",
    "1e-999, 1e-999",
    "12.34e2, 1234",
    "12.34e3, 1234e1",
    "9007199254740993, 9007199254740993",
    "9223372036854775807, 9223372036854775807",
    "10000000000000000999, 10000000000000000999",
    "1.000000000000000005, 1000000000000000005e-18",
    "105, 105",
    "1.05, 105e-2",
    "100.001, 100001e-3"
  })
  void numbersAreExactDecimals(String literal, String form) {
    assertThat(canonical(literal)).isEqualTo(form);
    assertThat(canonical(form)).isEqualTo(form);
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740993, 9007199254740992",
    "9223372036854775807, 9223372036854775806",
    "10000000000000000999, 10000000000000001000",
    "1.000000000000000005, 1",
    "1e-999, 0",
    "1E400, 1E401",
    "1E400, null",
    "1, -1"
  })
  void numbersThatADoubleWouldConfuseStayApart(String one, String other) {
    assertThat(CanonicalJson.bytes(one.getBytes(UTF_8)))
        .isNotEqualTo(CanonicalJson.bytes(other.getBytes(UTF_8)));
  }

  @Test
  void nullIsNotAbsent() {
    assertThat(canonical("{\"a\":null}")).isEqualTo("{\"a\":null}").isNotEqualTo(canonical("{}"));
  }

  @Test
  void aNumberIsNotItsText() {
    assertThat(canonical("1")).isNotEqualTo(canonical("\"1\""));
    assertThat(canonical("null")).isNotEqualTo(canonical("\"null\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"true", "false", "null", "\"\"", "[]", "{}", "[[],{}]", "\"text\"", "[null]"})
  void scalarsAndEmptyContainersAreDocuments(String json) {
    assertThat(canonical("\n" + json + " ")).isEqualTo(json);
  }

  @Test
  void theDigestIsThatOfTheForm() {
    byte[] json = "{\"b\":[1.0,{\"d\":1,\"c\":2}],\"a\":\"x\"}".getBytes(UTF_8);
    assertThat(CanonicalJson.sha256(json))
        .isEqualTo(CanonicalJson.newSha256().digest(CanonicalJson.bytes(json)));
  }
}
