package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Fingerprint;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final JsonFingerprinter<byte[]> DOCUMENT = SemelJson.standard().document();

  private static String counted(JsonFingerprinter<byte[]> fingerprinter, String json) {
    return new String(fingerprinter.canonical(json.getBytes(UTF_8)), UTF_8);
  }

  private static Fingerprint fingerprint(JsonFingerprinter<byte[]> fingerprinter, String json) {
    return fingerprinter.fingerprint("pay", 1, json.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "/a         | {\"a\":1,\"b\":2}                 | {\"b\":2}",
        "/a         | {\"b\":2,\"a\":1}                 | {\"b\":2}",
        "/a         | {\"b\":2}                         | {\"b\":2}",
        "/a         | {\"a\":1}                         | {}",
        "/a/b       | {\"a\":{\"c\":1,\"b\":2},\"b\":3} | {\"a\":{\"c\":1},\"b\":3}",
        "/a/0       | {\"a\":[1,2,3]}                   | {\"a\":[2,3]}",
        "/a/2       | {\"a\":[1,2,3]}                   | {\"a\":[1,2]}",
        "/a/1/x     | {\"a\":[{\"x\":1},{\"x\":2,\"y\":3}]} | {\"a\":[{\"x\":1},{\"y\":3}]}",
        "/0         | [1,[2,3]]                         | [[2,3]]",
        "/1/0       | [1,[2,3]]                         | [1,[3]]",
        "/0         | {\"0\":1,\"1\":2}                 | {\"1\":2}",
        "/00        | [1,2]                             | [1,2]",
        "/-         | [1,2]                             | [1,2]",
        "/9         | [1,2]                             | [1,2]",
        "/99999999999 | [1,2]                           | [1,2]",
        "/          | {\"\":1,\"a\":2}                  | {\"a\":2}",
        "/a~1b      | {\"a/b\":1,\"a\":{\"b\":2}}       | {\"a\":{\"b\":2}}",
        "/m~0n      | {\"m~n\":1,\"o\":2}               | {\"o\":2}",
        "/é         | {\"\\u00e9\":1,\"o\":2}           | {\"o\":2}",
        "/a/b       | {\"a\":1}                         | {\"a\":1}",
        "/a/b       | {\"a\":null}                      | {\"a\":null}",
        "/a         | 1                                 | 1"
      })
  void whatIsExcludedDoesNotCount(String pointer, String json, String form) {
    assertThat(counted(DOCUMENT.excluding(pointer), json)).isEqualTo(form);
  }

  @Test
  void excludedMembersAreLeftOutOfSortedAndUnsortedObjectsAlike() {
    JsonFingerprinter<byte[]> fingerprinter = DOCUMENT.excluding("/nonce", "/meta/sentAt");
    String sorted = "{\"a\":1,\"meta\":{\"by\":\"x\",\"sentAt\":1},\"nonce\":7}";
    String unsorted = "{\"nonce\":8,\"meta\":{\"sentAt\":2,\"by\":\"x\"},\"a\":1}";
    assertThat(counted(fingerprinter, sorted))
        .isEqualTo("{\"a\":1,\"meta\":{\"by\":\"x\"}}")
        .isEqualTo(counted(fingerprinter, unsorted));
    assertThat(fingerprint(fingerprinter, sorted)).isEqualTo(fingerprint(fingerprinter, unsorted));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"a\":1,\"b\":{\"c\":2}} | [[1],[2]]",
        "{\"b\":{\"d\":0,\"c\":2.0},\"a\":1,\"x\":9} | [[1],[2]]",
        "{\"a\":null} | [[null],[]]",
        "{} | [[],[]]",
        "{\"b\":{\"c\":{\"z\":1,\"y\":2}}} | [[],[{\"y\":2,\"z\":1}]]",
        "{\"a\":[],\"b\":[1]} | [[[]],[]]",
        "7 | [[],[]]"
      })
  void onlyWhatIsSelectedCounts(String json, String form) {
    assertThat(counted(DOCUMENT.only("/a", "/b/c"), json)).isEqualTo(form);
    assertThat(counted(DOCUMENT.only("/b/c", "/a"), json)).isEqualTo(form);
  }

  @Test
  void aSelectedFieldThatIsAbsentIsNotNull() {
    JsonFingerprinter<byte[]> fingerprinter = DOCUMENT.only("/a");
    assertThat(fingerprint(fingerprinter, "{}"))
        .isEqualTo(fingerprint(fingerprinter, "{\"b\":1}"))
        .isNotEqualTo(fingerprint(fingerprinter, "{\"a\":null}"))
        .isNotEqualTo(fingerprint(fingerprinter, "{\"a\":[]}"));
  }

  @Test
  void duplicatesOfAnExcludedMemberStillSpoilTheForm() {
    JsonFingerprinter<byte[]> fingerprinter = DOCUMENT.excluding("/nonce");
    assertThat(fingerprint(fingerprinter, "{\"nonce\":1,\"nonce\":2,\"a\":1}"))
        .isNotEqualTo(fingerprint(fingerprinter, "{\"nonce\":1,\"a\":1}"))
        .isNotEqualTo(fingerprint(fingerprinter, "{\"nonce\":1,\"nonce\":3,\"a\":1}"));
  }

  @Test
  void selectionsNeverMatchEachOther() {
    String json = "{\"a\":1}";
    assertThat(
            IntStream.range(0, 6)
                .mapToObj(
                    i ->
                        switch (i) {
                          case 0 -> DOCUMENT;
                          case 1 -> DOCUMENT.only("/a");
                          case 2 -> DOCUMENT.only("/a", "/b");
                          case 3 -> DOCUMENT.excluding("/a");
                          case 4 -> DOCUMENT.excluding("/b");
                          default -> DOCUMENT.excluding("/a/b");
                        })
                .map(fingerprinter -> fingerprint(fingerprinter, json)))
        .doesNotHaveDuplicates()
        .extracting(Fingerprint::scheme)
        .doesNotHaveDuplicates();
  }

  @Test
  void theOrderOfPointersDoesNotCount() {
    assertThat(fingerprint(DOCUMENT.excluding("/x", "/a"), "{\"b\":1}"))
        .isEqualTo(fingerprint(DOCUMENT.excluding("/a", "/x"), "{\"b\":1}"));
  }

  @Test
  void theSchemeHasRoomForTheLongestKeyId() {
    assertThat(DOCUMENT.excluding("/a").scheme())
        .matches("json-1/excluding-[0-9a-f]{16}/sha-256")
        .hasSizeLessThanOrEqualTo(
            Fingerprint.MAX_SCHEME_CHARACTERS - "hmac-sha-256/".length() - 20);
  }

  @Test
  void aFieldAddedLaterCountsOnlyWhenItHoldsSomething() {
    JsonFingerprinter<byte[]> before = DOCUMENT.excluding("/nonce");
    JsonFingerprinter<byte[]> now = before.addedLater("/note", "/payer/iban");
    String old = "{\"a\":1,\"payer\":{\"name\":\"x\"}}";
    assertThat(fingerprint(now, "{\"note\":null,\"a\":1,\"payer\":{\"name\":\"x\",\"iban\":null}}"))
        .isEqualTo(fingerprint(before, old))
        .isEqualTo(fingerprint(now, old))
        .isNotEqualTo(fingerprint(now, "{\"note\":\"n\",\"a\":1,\"payer\":{\"name\":\"x\"}}"))
        .isNotEqualTo(fingerprint(now, "{\"note\":0,\"a\":1,\"payer\":{\"name\":\"x\"}}"));
  }

  @Test
  void aFieldAddedLaterWithinASelectedOneIsLeftOutThere() {
    assertThat(counted(DOCUMENT.only("/a").addedLater("/a/b"), "{\"a\":{\"b\":null,\"c\":1}}"))
        .isEqualTo("[[{\"c\":1}]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "amount | does not begin with a slash; write /amount",
        "/a~2   | has a ~ that is neither ~0 (for ~) nor ~1 (for /)",
        "/a~    | has a ~ that is neither"
      })
  void aPointerThatIsNoneIsRefused(String pointer, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DOCUMENT.only(pointer))
        .withMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/\ud800", "/\udc00a", "/\udfff"})
  void aPointerToNothingOrToEverythingIsRefused(String pointer) {
    assertThatIllegalArgumentException().isThrownBy(() -> DOCUMENT.excluding(pointer));
  }

  @Test
  void pointersWithinEachOtherAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DOCUMENT.only("/a/b", "/a!", "/a"))
        .withMessage("the JSON pointer /a already covers /a/b; remove one");
    assertThatIllegalArgumentException().isThrownBy(() -> DOCUMENT.excluding("/a", "/a"));
    assertThat(DOCUMENT.only("/a", "/ab", "/b").scheme()).startsWith("json-1/only-");
  }

  @Test
  void tooManyOrTooLongPointersAreRefused() {
    String[] many = IntStream.rangeClosed(0, 100).mapToObj(i -> "/p" + i).toArray(String[]::new);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DOCUMENT.only(many))
        .withMessage("101 JSON pointers; give 1 to 100");
    assertThatIllegalArgumentException().isThrownBy(() -> DOCUMENT.excluding());
    assertThatIllegalArgumentException().isThrownBy(() -> DOCUMENT.only("/" + "x".repeat(1000)));
    assertThat(DOCUMENT.only(Arrays.copyOf(many, 100))).isNotNull();
    assertThat(DOCUMENT.only("/" + "x".repeat(999))).isNotNull();
  }

  @Test
  void aSelectionIsMadeOnce() {
    assertThatIllegalStateException().isThrownBy(() -> DOCUMENT.only("/a").excluding("/a/b"));
    assertThatIllegalStateException().isThrownBy(() -> DOCUMENT.addedLater("/a").addedLater("/b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DOCUMENT.only("/a").addedLater("/a"))
        .withMessageContaining("remove it from only");
  }
}
