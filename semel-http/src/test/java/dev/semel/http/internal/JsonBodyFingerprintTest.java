package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.RequestRules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How JSON counts in a request; the canonical form itself has its own tests. */
class JsonBodyFingerprintTest {
  private static final RequestRules STANDARD = RequestRules.standard();

  private static TestRequest json(String json) {
    return TestRequest.post("/cases").json(json);
  }

  private static TestRequest encoded(String json, Charset charset) {
    return TestRequest.post("/cases")
        .contentType("application/json;charset=" + charset.name())
        .body(json.getBytes(charset));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"b\":[{\"c\":1,\"d\":2}]} | {\"b\":[{\"d\":2,\"c\":1}],\"a\":1}",
        "{\"a\":\"\\u0042\\/\"} | {\"a\":\"B/\"}",
        "{\"a\":\"\\u007f\\u0080\"} | {\"a\":\"\u007f\u0080\"}",
        "[1,2] | [ 1 ,\t2 ]",
        "[1,1.0,1e0,10e-1] | [1,1,1,1]",
        "\"a\" | \"\\u0061\"",
        "[] | [ ]"
      })
  void twoSpellingsOfOneDocumentAreTheSame(String one, String other) {
    Fingerprints.assertSame(json(one), json(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1,2] | [2,1]",
        "{\"a\":\"\u00e9\"} | {\"a\":\"e\u0301\"}",
        "9007199254740993 | 9007199254740992",
        "10000000000000000999 | 10000000000000001000",
        "1.000000000000000005 | 1",
        "1e-999 | 0",
        "9223372036854775807 | 9223372036854775806",
        "{\"a\":null} | {}",
        "1E400 | null",
        "1 | \"1\"",
        "{} | []"
      })
  void twoDocumentsDiffer(String one, String other) {
    Fingerprints.assertDifferent(json(one), json(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NaN",
        "Infinity",
        "{\"a\":1",
        "{\"a\":1}x",
        "{\"a\":1,\"a\":1}",
        "1e1000000000",
        "\ufeff{}",
        "not json"
      })
  void whatHasNoCanonicalFormCountsByteForByte(String text) {
    Fingerprints.assertSame(json(text), json(text));
    Fingerprints.assertDifferent(json(text), json(text + " "));
  }

  @Test
  void aDocumentThatCountsByteForByteNeverEqualsACanonicalOne() {
    // The bytes of the one are the canonical form of the other.
    Fingerprints.assertDifferent(
        json("{\"a\":1}"), json("{\"a\":1}").contentType("application/json;charset=utf-16"));
    Fingerprints.assertDifferent(json("{\"a\":1}"), json("{\"a\":1} ").coded("gzip"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[[[1],"})
  void aBombOfDepthIsCountedByteForByte(String opening) {
    TestRequest bomb = json(opening.repeat(100_000));

    Fingerprints.assertSame(bomb, bomb);
    Fingerprints.assertDifferent(bomb, json(opening.repeat(100_001)));
  }

  @Test
  void closedArraysOverTheLimitOfDepthAreCountedByteForByte() {
    String deep = "[".repeat(513) + "]".repeat(513);
    String shallow = "[".repeat(512) + "]".repeat(512);

    Fingerprints.assertDifferent(json(deep), json(" " + deep));
    Fingerprints.assertSame(json(shallow), json(" " + shallow));
  }

  @Test
  void aBombOfDigitsIsCountedByteForByte() {
    String digits = "9".repeat(1024 * 1024);

    Fingerprints.assertSame(json(digits), json(digits));
    Fingerprints.assertDifferent(json(digits), json(digits + ".0"));
  }

  @Test
  void textInAnotherEncodingCountsByteForByte() {
    TestRequest latin = encoded("{\"a\":\"é\"}", StandardCharsets.ISO_8859_1);
    TestRequest wide = encoded("{\"a\":\"é\"}", StandardCharsets.UTF_16LE);

    Fingerprints.assertSame(latin, latin);
    Fingerprints.assertDifferent(latin, encoded("{ \"a\":\"é\"}", StandardCharsets.ISO_8859_1));
    Fingerprints.assertDifferent(latin, wide);
    Fingerprints.assertDifferent(latin, json("{\"a\":\"é\"}"));
  }

  @Test
  void anEscapeIsNotTakenForTheBytesOfAnotherEncoding() {
    // In ISO-8859-1 these bytes are two characters; in UTF-8 they are the one that is escaped.
    TestRequest bytes = json("{\"a\":\"é\"}").contentType("application/json;charset=iso-8859-1");
    TestRequest escape =
        json("{\"a\":\"\\u00e9\"}").contentType("application/json;charset=iso-8859-1");

    Fingerprints.assertDifferent(bytes, escape);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=utf-8",
        "APPLICATION/JSON",
        "application/json;charset=\"UTF-8\""
      })
  void theSpellingOfTheMediaTypeDoesNotCount(String contentType) {
    Fingerprints.assertSame(json("{\"a\":1}"), json("{ \"a\":1}").contentType(contentType));
  }

  @Test
  void typesWithTheJsonSuffixAreJsonAndDifferFromEachOther() {
    TestRequest plain = json("{\"a\":1}");
    TestRequest vendor = plain.contentType("application/vnd.x+json;v=2");

    Fingerprints.assertDifferent(plain, vendor);
    Fingerprints.assertSame(vendor, vendor.body("{\"a\": 1.0}"));
    Fingerprints.assertDifferent(vendor, plain.contentType("application/vnd.x+json;v=3"));
  }

  @Test
  void excludedPartsDoNotCountWhetherTheyAreThereOrNot() {
    RequestRules rules = STANDARD.excluding("/nonce", "/meta/sentAt");
    TestRequest first = json("{\"amount\":1,\"nonce\":\"a\",\"meta\":{\"sentAt\":1,\"by\":\"x\"}}");

    Fingerprints.assertSame(
        rules, first, json("{\"meta\":{\"sentAt\":2,\"by\":\"x\"},\"amount\":1}"));
    Fingerprints.assertDifferent(
        rules, first, json("{\"amount\":2,\"meta\":{\"sentAt\":1,\"by\":\"x\"}}"));
    Fingerprints.assertDifferent(first, json("{\"amount\":1,\"nonce\":\"b\",\"meta\":{}}"));
  }

  @Test
  void selectedPartsAloneCountAndAbsentIsNotNull() {
    RequestRules rules = STANDARD.only("/amount", "/to");

    Fingerprints.assertSame(
        rules, json("{\"amount\":1,\"to\":\"x\",\"at\":1}"), json("{\"to\":\"x\",\"amount\":1}"));
    Fingerprints.assertDifferent(rules, json("{\"amount\":1}"), json("{\"amount\":2}"));
    Fingerprints.assertDifferent(rules, json("{\"amount\":1,\"to\":null}"), json("{\"amount\":1}"));
    // What is no JSON counts as a whole.
    Fingerprints.assertDifferent(
        rules, json("{\"amount\":1}").contentType("text/x"), json("{}").contentType("text/x"));
  }

  @Test
  void aKeyInTheBodyDoesNotCount() {
    KeyPolicy keys = KeyPolicy.lenient().orInBody("/idempotency_key");
    TestRequest withKey = json("{\"idempotency_key\":\"abc\",\"amount\":1}");

    assertThat(Fingerprints.of(STANDARD, keys, withKey))
        .isEqualTo(Fingerprints.of(STANDARD, keys, json("{\"amount\":1}")))
        .isNotEqualTo(Fingerprints.of(STANDARD, keys, json("{\"amount\":2}")));
  }

  @Test
  void aKeyInTheBodyGoesTogetherWithOtherRules() {
    KeyPolicy keys = KeyPolicy.lenient().orInBody("/meta/key");
    TestRequest one = json("{\"meta\":{\"key\":\"a\",\"at\":1},\"amount\":1}");
    TestRequest other = json("{\"meta\":{\"key\":\"b\",\"at\":2},\"amount\":1}");

    for (RequestRules rules :
        new RequestRules[] {
          STANDARD.excluding("/meta"),
          STANDARD.excluding("/meta/at"),
          STANDARD.excluding("/meta/at", "/meta/key"),
          STANDARD.excluding("/meta/at", "/meta/key/part"),
          STANDARD.only("/amount")
        }) {
      assertThat(Fingerprints.of(rules, keys, one)).isEqualTo(Fingerprints.of(rules, keys, other));
    }
    assertThat(Fingerprints.of(STANDARD, keys, one))
        .isNotEqualTo(Fingerprints.of(STANDARD, keys, other));
  }
}
