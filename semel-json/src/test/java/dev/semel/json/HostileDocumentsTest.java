package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Fingerprint;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each of these is fingerprinted as raw bytes or in canonical form, and none does harm. */
class HostileDocumentsTest {
  private static final JsonFingerprinter<byte[]> DOCUMENT = SemelJson.standard().document();

  private static Fingerprint fingerprint(String json) {
    return DOCUMENT.fingerprint("pay", 1, json.getBytes(UTF_8));
  }

  private static void assertRaw(String json) {
    assertThatExceptionOfType(NotCanonicalJsonException.class)
        .isThrownBy(() -> CanonicalJson.bytes(json.getBytes(UTF_8)));
    assertThat(fingerprint(json))
        .isEqualTo(fingerprint(json))
        .isNotEqualTo(fingerprint(json + " "));
  }

  @Test
  void aDepthBombIsComparedAsRawBytes() {
    assertRaw("[".repeat(100_000));
    assertRaw("{\"a\":".repeat(100_000));
    assertRaw("[".repeat(100_000) + "]".repeat(100_000));
  }

  @Test
  void fiveHundredLevelsHaveACanonicalForm() {
    String open = "{\"b\":1,\"a\":[".repeat(250);
    String close = "]}".repeat(250);
    assertThat(fingerprint(open + close)).isEqualTo(fingerprint(open + " " + close));
  }

  @Test
  void aNumberBombIsComparedAsRawBytes() {
    assertRaw("1e1000000000");
    assertRaw("{\"amount\":-1E-1000000000}");
    assertRaw("7".repeat(1_000_000));
    assertRaw("0." + "7".repeat(1_000_000));
    assertRaw("1e" + "9".repeat(1_000_000));
  }

  @Test
  void aMillionZerosAreJustAnotherSpelling() {
    assertThat(fingerprint("1." + "0".repeat(1_000_000))).isEqualTo(fingerprint("1"));
    assertThat(fingerprint("1" + "0".repeat(1_000_000) + "e-1000000")).isEqualTo(fingerprint("1"));
    assertThat(fingerprint("0." + "0".repeat(1_000_000) + "1e1000001")).isEqualTo(fingerprint("1"));
  }

  @Test
  void namesMadeToCollideAreSortedLikeAnyOthers() {
    List<String> names =
        IntStream.range(0, 1 << 17).mapToObj(HostileDocumentsTest::collidingName).toList();
    assertThat(names.get(0)).hasSameHashCodeAs(names.get(77_777));
    byte[] sorted = objectOf(names.stream().sorted());
    byte[] unsorted = objectOf(names.stream());
    assertThat(sorted).isNotEqualTo(unsorted);
    assertThat(CanonicalJson.bytes(unsorted)).isEqualTo(sorted);
  }

  private static byte[] objectOf(Stream<String> names) {
    String members = names.map(name -> "\"" + name + "\":0").collect(Collectors.joining(","));
    return ("{" + members + "}").getBytes(UTF_8);
  }

  /** Aa and BB have the same hash code, and so has every string made of these two. */
  private static String collidingName(int bits) {
    return IntStream.range(0, 17)
        .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }

  @Test
  void aDuplicateAmongManyMembersIsFound() {
    List<String> names =
        IntStream.range(0, 50_000).mapToObj(i -> "m" + (i * 7919 % 50_000)).toList();
    assertThat(CanonicalJson.bytes(objectOf(names.stream()))).isNotEmpty();
    byte[] duplicated = objectOf(Stream.concat(names.stream(), Stream.of("m4711")));
    assertRaw(new String(duplicated, UTF_8));
  }
}
