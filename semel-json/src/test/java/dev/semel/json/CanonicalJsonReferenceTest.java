package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the test vectors of the reference page against the code. */
class CanonicalJsonReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "canonical-json.md");
  private static final Pattern VECTOR = Pattern.compile("```vector\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINE = Pattern.compile("(\\S+) *(.*)");
  private static final int VECTORS = 16;

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Map<String, String>> vectors() {
    return VECTOR.matcher(page()).results().map(block -> fields(block.group(1)));
  }

  private static Map<String, String> fields(String block) {
    return block
        .lines()
        .map(line -> LINE.matcher(line).results().findFirst().orElseThrow())
        .collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
  }

  @Test
  void allVectorsAreRead() {
    assertThat(vectors()).hasSize(VECTORS);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void theCodeAgreesWithThePage(Map<String, String> vector) {
    JsonFingerprinter<byte[]> fingerprinter = fingerprinter(vector);
    byte[] input = input(vector);
    Fingerprint fingerprint = fingerprinter.fingerprint("open-case", 1, input);
    byte[] hashed = vector.containsKey("raw") ? rawOf(input, fingerprinter) : formOf(input, vector);
    assertThat(hex(CanonicalJson.newSha256().digest(hashed))).isEqualTo(vector.get("sha-256"));
    assertThat(fingerprint.scheme()).isEqualTo(vector.get("scheme"));
    assertThat(hex(fingerprint.digest())).isEqualTo(vector.get("fingerprint"));
  }

  private static byte[] rawOf(byte[] input, JsonFingerprinter<byte[]> fingerprinter) {
    assertThatExceptionOfType(NotCanonicalJsonException.class)
        .isThrownBy(() -> fingerprinter.canonical(input));
    return input;
  }

  private static byte[] formOf(byte[] input, Map<String, String> vector) {
    byte[] form = fingerprinter(vector).canonical(input);
    assertThat(form).asString(UTF_8).isEqualTo(vector.get("canonical"));
    return form;
  }

  private static byte[] input(Map<String, String> vector) {
    return vector.containsKey("input-hex")
        ? HexFormat.of().parseHex(vector.get("input-hex"))
        : vector.getOrDefault("input", "").getBytes(UTF_8);
  }

  private static JsonFingerprinter<byte[]> fingerprinter(Map<String, String> vector) {
    JsonFingerprinter<byte[]> all = SemelJson.standard().hashing(hash(vector)).document();
    if (vector.containsKey("only")) {
      return all.only(vector.getOrDefault("only", "").split(" "));
    }
    return vector.containsKey("excluding")
        ? all.excluding(vector.getOrDefault("excluding", "").split(" "))
        : all;
  }

  private static FingerprintHash hash(Map<String, String> vector) {
    return Stream.of(vector.getOrDefault("secret", ""))
        .flatMap(secret -> LINE.matcher(secret).results())
        .map(CanonicalJsonReferenceTest::keyed)
        .findFirst()
        .orElseGet(FingerprintHash::sha256);
  }

  private static FingerprintHash keyed(MatchResult secret) {
    return FingerprintHash.hmacSha256(secret.group(1), secret.group(2).getBytes(UTF_8));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void theLimitsOfThePageAreThoseOfTheCode() {
    assertThat(page())
        .contains(limit("%,d of them", CanonicalJson.MAX_DOCUMENT_BYTES))
        .contains(limit("at most %d levels deep", CanonicalJson.MAX_NESTING_LEVELS))
        .contains(limit("at most %,d digits", CanonicalJson.MAX_SIGNIFICANT_DIGITS))
        .contains(limit("from -%1$,d to %1$,d", CanonicalJson.MAX_EXPONENT));
  }

  private static String limit(String sentence, int limit) {
    return String.format(Locale.ROOT, sentence, limit);
  }
}
