package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Absent;
import dev.semel.http.internal.KeyHeader.Bad;
import dev.semel.http.internal.KeyHeader.Found;
import dev.semel.http.internal.KeyHeader.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyParserTest {
  private static final String NAME = "Idempotency-Key";
  private static final String UUID = "8e03978e-40d5-43e8-bc93-6894a57f9324";

  private static KeyHeader lenient(String... lines) {
    return KeyParser.fromHeader(NAME, List.of(lines), KeyPolicy.lenient());
  }

  private static KeyHeader strict(String... lines) {
    return KeyParser.fromHeader(NAME, List.of(lines), KeyPolicy.strict());
  }

  private static KeyHeader withPolicy(KeyPolicy policy, String line) {
    return KeyParser.fromHeader(NAME, List.of(line), policy);
  }

  private static Found found(String key, String fieldValue) {
    return new Found(key, fieldValue, NAME);
  }

  private static void assertBad(KeyHeader read, Kind kind) {
    assertThat(read)
        .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.kind()).isEqualTo(kind));
  }

  private static void assertMalformed(KeyHeader read) {
    assertBad(read, Kind.MALFORMED);
  }

  @Test
  void aQuotedStringIsAKeyWithoutItsQuotes() {
    String quoted = "\"" + UUID + "\"";

    assertThat(lenient(quoted)).isEqualTo(found(UUID, quoted));
    assertThat(strict(quoted)).isEqualTo(found(UUID, quoted));
  }

  @ParameterizedTest
  @ValueSource(strings = {UUID, "abc", "123", "1e5", "a:b", "*", ":YWJj:", "?1", "@1659578233"})
  void aBareValueIsTheSameKeyUnlessThePolicyIsStrict(String bare) {
    assertThat(lenient(bare)).isEqualTo(found(bare, bare));
    assertThat(lenient("\"" + bare + "\"")).isEqualTo(found(bare, "\"" + bare + "\""));
    assertMalformed(strict(bare));
  }

  @Test
  void theFirstAndTheLastPrintableCharacterCanBeInAKey() {
    assertThat(lenient("!~")).isEqualTo(found("!~", "!~"));
    assertThat(strict("\"~ ~\"")).isEqualTo(found("~ ~", "\"~ ~\""));
    assertThat(KeyParser.fromBody("~ ~", KeyPolicy.lenient()))
        .isEqualTo(new Found("~ ~", null, null));
  }

  @Test
  void theLongestKeyIsReadHoweverItIsEscapedAndSpaced() {
    String quoted = "\"" + "\\\\".repeat(255) + "\"";
    String padded = quoted + " ".repeat(5_000);

    assertThat(lenient(padded)).isEqualTo(found("\\".repeat(255), padded));
    assertBad(lenient("a".repeat(4_097)), Kind.TOO_LONG);
    assertMalformed(lenient("a,".repeat(2_048)));
  }

  @Test
  void whoeverSendsNoKeyIsToldWhatOneLooksLike() {
    assertThat(((Bad) strict("abc")).detail())
        .isEqualTo(
            "the header Idempotency-Key must be a quoted string of printable ASCII, such as"
                + " \"a1b2c3\"");
    assertThat(((Bad) lenient("a b")).detail())
        .startsWith("the header Idempotency-Key must be one key of printable ASCII, quoted as in")
        .contains("or bare as in a1b2c3");
  }

  @Test
  void escapesAreDecodedInAQuotedString() {
    String quoted = "\"foo \\\"bar\\\" \\\\ baz\"";

    assertThat(strict(quoted)).isEqualTo(found("foo \"bar\" \\ baz", quoted));
    assertThat(lenient(quoted)).isEqualTo(found("foo \"bar\" \\ baz", quoted));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"foo \\,\"",
        "\"foo \\\"",
        "\"foo",
        "'foo'",
        "\"foo \\",
        "\"",
        "foo\"",
        "fo\"o",
        "\"foo\"bar",
        "\"foo\" bar",
        "\"foo\" \"bar\""
      })
  void aHalfQuotedValueIsNoKey(String value) {
    assertMalformed(lenient(value));
    assertMalformed(strict(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\t", "\n", "\r", "\0", "\u007f", "\u0080", "é", "\u2028", "😀", "\u00a0"})
  void onlyPrintableAsciiIsInAKeyAndNothingElseIsRepeated(String character) {
    for (String value : List.of("a" + character + "b", "\"a" + character + "b\"")) {
      assertThat(lenient(value))
          .isInstanceOfSatisfying(
              Bad.class, bad -> assertThat(bad.detail()).doesNotContain(character));
      assertMalformed(strict(value));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\", \"b\"", "a, b", "a,b", "\"a\",\"a\"", "a,", ",a"})
  void aListIsNoKey(String value) {
    assertMalformed(lenient(value));
    assertMalformed(strict(value));
  }

  @Test
  void twoLinesAreNoKeyEvenIfTheyAreEqual() {
    assertMalformed(lenient("abc", "def"));
    assertMalformed(lenient("abc", "abc"));
    assertMalformed(strict("\"abc\"", "\"abc\""));
    // Halves of a string, which a proxy would have joined with a comma.
    assertMalformed(lenient("\"a", "b\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "   ", "\"\"", "  \"\"  "})
  void anEmptyKeyIsMalformedAndNotMissing(String value) {
    assertMalformed(lenient(value));
    assertMalformed(strict(value));
  }

  @Test
  void anEmptyStringIsSaidToBeEmpty() {
    assertThat(lenient("\"\""))
        .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.detail()).contains("empty"));
  }

  @Test
  void spacesAroundTheValueDoNotCountAndThoseWithinDo() {
    assertThat(lenient("  abc ")).isEqualTo(found("abc", "  abc "));
    assertThat(strict("  \" abc \"  ")).isEqualTo(found(" abc ", "  \" abc \"  "));
    assertMalformed(lenient("a b"));
    assertMalformed(lenient("\tabc"));
  }

  @Test
  void aKeyHasAtMost255Characters() {
    String longest = "k".repeat(255);

    assertThat(lenient(longest)).isEqualTo(found(longest, longest));
    assertBad(lenient(longest + "k"), Kind.TOO_LONG);
    assertBad(strict("\"" + longest + "k\""), Kind.TOO_LONG);
  }

  @Test
  void aLongStringIsParsedBeforeItIsRefused() {
    assertBad(strict("\"" + "k".repeat(1024) + "\""), Kind.TOO_LONG);
    assertMalformed(strict("\"" + "k".repeat(1024)));
  }

  @Test
  void charactersAreCountedAfterDecoding() {
    String quoted = "\"" + "\\\"".repeat(255) + "\"";

    assertThat(strict(quoted)).isEqualTo(found("\"".repeat(255), quoted));
  }

  @Test
  void aHugeValueIsRefusedUnread() {
    assertBad(lenient("k".repeat(1024 * 1024)), Kind.TOO_LONG);
    assertBad(strict("\"" + "\\\\".repeat(1024 * 1024)), Kind.TOO_LONG);
  }

  @Test
  void aPercentSignIsJustThat() {
    assertThat(lenient("abc%20")).isEqualTo(found("abc%20", "abc%20"));
    assertThat(strict("\"%00\"")).isEqualTo(found("%00", "\"%00\""));
  }

  @Test
  void theCaseOfAKeyCountsUnlessItIsAUuid() {
    KeyPolicy uuids = KeyPolicy.lenient().uuid();
    String upper = "8E03978E-40D5-43E8-BC93-6894A57F9324";

    assertThat(lenient(upper)).isEqualTo(found(upper, upper));
    assertThat(withPolicy(uuids, upper)).isEqualTo(found(UUID, upper));
    assertThat(withPolicy(uuids, UUID)).isEqualTo(found(UUID, UUID));
  }

  @Test
  void whatThePolicyObjectsToIsMalformed() {
    assertMalformed(withPolicy(KeyPolicy.lenient().uuid(), "not-a-uuid"));
    assertMalformed(withPolicy(KeyPolicy.lenient().minCharacters(20), "1"));
    assertBad(withPolicy(KeyPolicy.lenient().maxCharacters(64), "k".repeat(65)), Kind.TOO_LONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"abc\";a",
        "\"abc\";a=1",
        "\"abc\"; a=1;  b=\"x;y\\\"\"",
        "\"abc\";a=1.5;b=tok/en:x;c=:YWJj:;d=?0;e=@-5;f=%\"f%c3%bc\"",
        "\"abc\";*a-b_c.d*=-999999999999999"
      })
  void parametersOfAnItemMeanNothing(String value) {
    assertThat(strict(value)).isEqualTo(found("abc", value));
    assertThat(lenient(value)).isEqualTo(found("abc", value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"abc\";",
        "\"abc\" ;a",
        "\"abc\";A",
        "\"abc\";a=",
        "\"abc\";a=1.2.3",
        "\"abc\";a=1234567890123456",
        "\"abc\";a=\"x",
        "\"abc\";a=?2",
        "\"abc\";a=%\"%zz\"",
        "\"abc\";a=%\"%4\"",
        "\"abc\";a=%\"%C3%BC\"",
        "\"abc\";a=%\"%ff\"",
        "\"abc\";a=:a=b:",
        "\"abc\";a=\u00e9",
        "\"abc\",",
        "abc;a=1"
      })
  void brokenParametersMakeItMalformed(String value) {
    assertMalformed(strict(value));
    assertMalformed(lenient(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "${jndi:ldap://localhost/a}",
        "'; DROP TABLE intent; --",
        "../../etc/passwd",
        "*3\\r\\n$3\\r\\nSET\\r\\n",
        "%s%n%x",
        "null",
        "undefined"
      })
  void naughtyButPrintableTextIsAKeyLikeAnyOther(String text) {
    String quoted = "\"" + text.replace("\\", "\\\\") + "\"";

    assertThat(strict(quoted)).isEqualTo(found(text, quoted));
  }

  @Test
  void theFirstOfSeveralHeadersWinsIfTheyAgree() {
    KeyHeader first = new Found("abc", "abc", NAME);
    KeyHeader second = new Found("abc", "\"abc\"", "X-Idempotency-Key");

    assertThat(KeyParser.agreed(List.of(first, second))).isSameAs(first);
    assertThat(KeyParser.agreed(List.of(new Absent(), second))).isSameAs(second);
    assertThat(KeyParser.agreed(List.of())).isEqualTo(new Absent());
  }

  @Test
  void severalHeadersThatDifferAreMalformed() {
    KeyHeader one = new Found("abc", "abc", NAME);
    KeyHeader other = new Found("ABC", "ABC", "X-Idempotency-Key");
    KeyHeader broken = KeyParser.malformed("broken");

    assertMalformed(KeyParser.agreed(List.of(one, other)));
    assertThat(KeyParser.agreed(List.of(one, broken))).isSameAs(broken);
  }
}
