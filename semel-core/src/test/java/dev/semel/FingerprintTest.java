package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final byte[] SECRET = "sixteen bytes or more".getBytes(StandardCharsets.UTF_8);

  @Test
  void partsAreLengthPrefixed() {
    assertThat(ofParts("a", "bc")).isNotEqualTo(ofParts("ab", "c"));
    assertThat(ofParts("a", "bc")).isEqualTo(ofParts("a", "bc"));
  }

  @Test
  void operationAndSchemaVersionCount() {
    Fingerprinter<String> text = Fingerprinter.text();

    assertThat(text.fingerprint("one", 1, "p")).isNotEqualTo(text.fingerprint("two", 1, "p"));
    assertThat(text.fingerprint("one", 1, "p").digest())
        .isNotEqualTo(text.fingerprint("one", 2, "p").digest());
  }

  @Test
  void textIsNotNormalised() {
    Fingerprinter<String> text = Fingerprinter.text();

    assertThat(text.fingerprint("op", 1, "é")).isNotEqualTo(text.fingerprint("op", 1, "e\u0301"));
    assertThat(text.fingerprint("op", 1, "a")).isNotEqualTo(text.fingerprint("op", 1, "a "));
    assertThat(text.fingerprint("op", 1, "a")).isNotEqualTo(text.fingerprint("op", 1, "A"));
  }

  @Test
  void aSecretChangesTheDigestAndItsIdTheScheme() {
    Fingerprint plain = keyedOrNot(FingerprintHash.sha256());
    Fingerprint keyed = keyedOrNot(FingerprintHash.hmacSha256("k1", SECRET));
    Fingerprint rotated = keyedOrNot(FingerprintHash.hmacSha256("k2", SECRET));

    assertThat(keyed.digest()).isNotEqualTo(plain.digest()).hasSize(32);
    assertThat(keyed.scheme()).isEqualTo("parts-1/hmac-sha-256/k1");
    assertThat(rotated.sameRules(keyed)).isFalse();
  }

  @Test
  void theRulesCountInTheDigest() {
    List<byte[]> parts = bytes("payload");

    assertThat(FingerprintHash.sha256().fingerprint("parts-1", "op", 1, parts).digest())
        .isNotEqualTo(FingerprintHash.sha256().fingerprint("parts-2", "op", 1, parts).digest());
  }

  @Test
  void aKeyedFingerprintDependsOnThePayloadToo() {
    FingerprintHash hash = FingerprintHash.hmacSha256("k1", SECRET);

    assertThat(hash.fingerprint("parts-1", "op", 1, bytes("a")).digest())
        .isNotEqualTo(hash.fingerprint("parts-1", "op", 1, bytes("b")).digest());
  }

  // Computed with another language: eight bytes of length, then the part.
  @Test
  void digestsStayTheSameFromReleaseToRelease() {
    assertThat(keyedOrNot(FingerprintHash.sha256()).digest())
        .asHexString()
        .isEqualTo("3062705D5564EDAA4889DBB3CE0FB9067AECA67426B638482B53F9ECEA2B1429");
    assertThat(keyedOrNot(FingerprintHash.hmacSha256("k1", SECRET)).digest())
        .asHexString()
        .isEqualTo("982A2F06DEFB9902A0EAD2F93132BCA15B56D409A68C3E15CA693126E0E4ED26");
  }

  @Test
  void theTextFormShowsAFewDigitsOfTheDigest() {
    Fingerprint plain = keyedOrNot(FingerprintHash.sha256());

    assertThat(plain).hasToString("parts-1/sha-256@1:3062705d5564…");
    assertThat(FingerprintHash.hmacSha256("k1", SECRET)).hasToString("hmac-sha-256/k1");
  }

  @Test
  void equalFingerprintsHaveEqualHashCodesAndOthersRarely() {
    assertThat(ofParts("a")).hasSameHashCodeAs(ofParts("a"));
    assertThat(ofParts("a").hashCode()).isNotEqualTo(ofParts("b").hashCode());
  }

  @Test
  void aShortSecretIsRefused() {
    assertThatThrownBy(() -> FingerprintHash.hmacSha256("k1", new byte[15]))
        .hasMessageContaining("at least 16");
  }

  @Test
  void keyAloneIgnoresThePayload() {
    Fingerprinter<String> keyAlone = Fingerprinter.keyAlone();

    assertThat(keyAlone.fingerprint("op", 1, "a")).isEqualTo(keyAlone.fingerprint("op", 1, "b"));
  }

  @Test
  void theDigestIsCopiedInAndOut() {
    byte[] digest = new byte[32];
    Fingerprint fingerprint = Fingerprint.of("s", 1, digest);
    digest[0] = 1;
    fingerprint.digest()[1] = 1;

    assertThat(fingerprint.digest()).containsOnly(0);
  }

  @Test
  void aDigestOfFewerThan32BytesOrMoreThan64IsRefused() {
    assertThatThrownBy(() -> Fingerprint.of("md5", 1, new byte[16])).hasMessageContaining("16");
    assertThatThrownBy(() -> Fingerprint.of("s", 1, new byte[65])).hasMessageContaining("65");
    assertThat(Fingerprint.of("s", 1, new byte[64]).digest()).hasSize(64);
  }

  private static Fingerprint ofParts(String... parts) {
    Fingerprinter<String[]> fingerprinter = Fingerprinter.parts(FingerprintTest::bytes);
    return fingerprinter.fingerprint("op", 1, parts);
  }

  private static List<byte[]> bytes(String... parts) {
    return List.of(parts).stream().map(part -> part.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static Fingerprint keyedOrNot(FingerprintHash hash) {
    Fingerprinter<String> fingerprinter = Fingerprinter.parts(hash, FingerprintTest::bytes);
    return fingerprinter.fingerprint("op", 1, "payload");
  }
}
