package dev.semel.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandardSignerTest {
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final Instant AT = Instant.ofEpochSecond(1614265330);
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String BODY = "{\"test\": 2432232314}";
  private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  /** The seed of the first test of RFC 8032; the signature was computed by another program. */
  private static final String SEED = "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";

  private static final String SEED_AND_PUBLIC =
      "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==";
  private static final String PUBLIC = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
  private static final String PRIVATE_SIGNATURE =
      "v1a,fldxM4gAKugP6nnt1hdz3sgGfZ6d99nzrMFnZOELIxbzEHoVmAb2ADpkJK7zgPePmPsle0zV9jSeGlHFG2NVAw==";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Those of the specification's libraries, and more of them computed by another program. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`{\"test\": 2432232314}` | v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "`` | v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=",
        "`{\"msg\":\"ü😂\"}` | v1,gDTAJ3lp06C7EMNdDArfNZ3RcfQFYJHWF68tmV57+o4="
      })
  void aSharedSecretSignsAsTheStandardSays(String body, String signature) {
    assertThat(StandardSigner.keys(SECRET).sign(ID, AT, bytes(body))).isEqualTo(signature);
  }

  @ParameterizedTest
  @ValueSource(strings = {SEED, SEED_AND_PUBLIC})
  void aPrivateKeySignsWhatItsPublicKeyVerifies(String key) {
    String signature = StandardSigner.keys(key).sign(ID, AT, bytes(BODY));

    assertThat(signature).isEqualTo(PRIVATE_SIGNATURE);
    assertThat(verifies(signature, PUBLIC)).isTrue();
  }

  private static boolean verifies(String signatures, String key) {
    return StandardVerifier.keys(key).isSigned(signatures, ID, "1614265330", bytes(BODY));
  }

  @Test
  void allKeysSignSoThatReceiversCanGoOverFromOneToAnother() {
    String signatures = StandardSigner.keys(OTHER_SECRET, SECRET, SEED).sign(ID, AT, bytes(BODY));

    assertThat(signatures.split(" ")).hasSize(3).contains(SIGNATURE, PRIVATE_SIGNATURE);
    assertThat(verifies(signatures, OTHER_SECRET)).isTrue();
    assertThat(verifies(signatures, SECRET)).isTrue();
    assertThat(verifies(signatures, PUBLIC)).isTrue();
  }

  @Test
  void aNewSecretCanBeUsedAtOnce() {
    String secret = StandardSigner.newSecret();

    assertThat(secret).startsWith("whsec_").isNotEqualTo(StandardSigner.newSecret());
    assertThat(verifies(StandardSigner.keys(secret).sign(ID, AT, bytes(BODY)), secret)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "msg 1", "mëssage"})
  void anIdIsPrintableAndHasNoFullStop(String id) {
    StandardSigner signer = StandardSigner.keys(SECRET);

    assertThatThrownBy(() -> signer.sign(id, AT, bytes(BODY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no full stop");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whpk_AAAA | which cannot sign",
        "whsk_AAAA | make a new one",
        "whsk_?    | make a new one",
        "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2Bp5FUJ3XmfiLxTfArCFK1iiBpENC1t6KyacbSUR78NQg== | do not belong together",
        "whsec_c2hvcnQ= | give 16 to 1024"
      })
  void aKeyThatCannotBeOneIsRefusedAtOnce(String key, String message) {
    assertThatThrownBy(() -> StandardSigner.keys(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining(key);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6})
  void aSenderHasOneToFiveKeys(int number) {
    String[] keys = new String[number];
    Arrays.fill(keys, SECRET);

    assertThatThrownBy(() -> StandardSigner.keys(keys)).hasMessageContaining("give 1 to 5");
  }

  @Test
  void keysAreNotShown() {
    assertThat(StandardSigner.keys(SECRET, SEED)).hasToString("StandardSigner[2 keys]");
    assertThat(StandardVerifier.keys(SECRET)).hasToString("StandardVerifier[1 keys]");
  }
}
