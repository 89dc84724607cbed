package dev.semel.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentFingerprintTest {
  private static final SemelJson JSON = SemelJson.standard();
  private static final JsonFingerprinter<byte[]> DOCUMENT = JSON.document();

  private static Fingerprint fingerprint(String json) {
    return DOCUMENT.fingerprint("open-case", 1, json.getBytes(UTF_8));
  }

  @Test
  void spellingDoesNotCount() {
    assertThat(fingerprint("{ \"b\" : 1.0,\r\n \"a\" : \"\\u0042\\/\" }"))
        .isEqualTo(fingerprint("{\"a\":\"B/\",\"b\":1}"));
  }

  @Test
  void valuesCount() {
    assertThat(fingerprint("{\"a\":1}"))
        .isNotEqualTo(fingerprint("{\"a\":2}"))
        .isNotEqualTo(fingerprint("{\"a\":\"1\"}"))
        .isNotEqualTo(fingerprint("{\"A\":1}"))
        .isNotEqualTo(fingerprint("[{\"a\":1}]"));
    assertThat(fingerprint("[1,2]")).isNotEqualTo(fingerprint("[2,1]"));
    assertThat(fingerprint("{\"a\":null}")).isNotEqualTo(fingerprint("{}"));
  }

  @Test
  void operationAndSchemaVersionCount() {
    byte[] json = "{}".getBytes(UTF_8);
    assertThat(DOCUMENT.fingerprint("open-case", 1, json))
        .isNotEqualTo(DOCUMENT.fingerprint("close-case", 1, json))
        .isNotEqualTo(DOCUMENT.fingerprint("open-case", 2, json));
    assertThat(DOCUMENT.fingerprint("open-case", 1, json).digest())
        .isNotEqualTo(DOCUMENT.fingerprint("open-case", 2, json).digest());
  }

  @Test
  void theFingerprintNamesItsRulesAndItsHash() {
    Fingerprint fingerprint = DOCUMENT.fingerprint("open-case", 3, "{}".getBytes(UTF_8));
    assertThat(fingerprint.scheme()).isEqualTo("json-1/sha-256").isEqualTo(DOCUMENT.scheme());
    assertThat(fingerprint.schemaVersion()).isEqualTo(3);
    assertThat(fingerprint.digest()).hasSize(32);
  }

  @Test
  void theTupleIsRulesOperationVersionTagAndDigest() {
    byte[] json = "{\"b\":1,\"a\":2}".getBytes(UTF_8);
    List<byte[]> parts = List.of("json".getBytes(US_ASCII), CanonicalJson.sha256(json));
    assertThat(DOCUMENT.fingerprint("open-case", 1, json))
        .isEqualTo(FingerprintHash.sha256().fingerprint("json-1", "open-case", 1, parts));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"a\":1,\"a\":1}",
        "NaN",
        "{\"a\":Infinity}",
        "{\"a\":1} x",
        "\uFEFF{}",
        "\"\\ud800\"",
        "not json",
        "{\"a\":1e99999}"
      })
  void aDocumentWithoutACanonicalFormIsComparedByteForByte(String json) {
    assertThat(fingerprint(json))
        .isEqualTo(fingerprint(json))
        .isNotEqualTo(fingerprint(json + " "))
        .isEqualTo(raw(json.getBytes(UTF_8)));
  }

  @Test
  void aDocumentInAnotherEncodingIsComparedByteForByte() {
    for (byte[] json :
        List.of("{\"a\":\"é\"}".getBytes(ISO_8859_1), "{\"a\":\"é\"}".getBytes(UTF_16))) {
      assertThat(DOCUMENT.fingerprint("open-case", 1, json))
          .isEqualTo(raw(json))
          .isNotEqualTo(fingerprint("{\"a\":\"é\"}"));
    }
  }

  private static Fingerprint raw(byte[] bytes) {
    List<byte[]> parts = List.of("raw".getBytes(US_ASCII), CanonicalJson.newSha256().digest(bytes));
    return FingerprintHash.sha256().fingerprint("json-1", "open-case", 1, parts);
  }

  @Test
  void rawBytesNeverEqualACanonicalFormOfTheSameBytes() {
    byte[] canonical = "{\"a\":1}".getBytes(UTF_8);
    assertThat(CanonicalJson.bytes(canonical)).isEqualTo(canonical);
    assertThat(DOCUMENT.fingerprint("open-case", 1, canonical)).isNotEqualTo(raw(canonical));
  }

  @Test
  void aSecretMakesAnotherDigestAndIsNamed() {
    byte[] json = "{\"pin\":1234}".getBytes(UTF_8);
    Fingerprint plain = DOCUMENT.fingerprint("open-case", 1, json);
    Fingerprint one = keyed("2026", "0123456789abcdef").fingerprint("open-case", 1, json);
    Fingerprint other = keyed("2026", "fedcba9876543210").fingerprint("open-case", 1, json);
    assertThat(one.scheme()).isEqualTo("json-1/hmac-sha-256/2026");
    assertThat(one.digest()).isNotEqualTo(plain.digest()).isNotEqualTo(other.digest());
    assertThat(one).isEqualTo(keyed("2026", "0123456789abcdef").fingerprint("open-case", 1, json));
  }

  private static JsonFingerprinter<byte[]> keyed(String keyId, String secret) {
    return JSON.hashing(FingerprintHash.hmacSha256(keyId, secret.getBytes(US_ASCII))).document();
  }
}
