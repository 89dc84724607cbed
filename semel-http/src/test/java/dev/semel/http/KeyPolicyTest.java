package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPolicyTest {
  private static final String UUID_V4 = "8e03978e-40d5-43e8-bc93-6894a57f9324";
  private static final String UUID_V7 = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F";

  @Test
  void anyTextIsAKeyUnlessTold() {
    assertThat(KeyPolicy.lenient().objectionTo("1")).isNull();
    assertThat(KeyPolicy.strict().objectionTo("not-a-uuid")).isNull();
    assertThat(KeyPolicy.lenient().uuid().anyText().objectionTo("1")).isNull();
  }

  @Test
  void theCaseOfAKeyIsKeptUnlessItIsAUuid() {
    assertThat(KeyPolicy.lenient().canonical("AbC")).isEqualTo("AbC");
    assertThat(KeyPolicy.lenient().uuid().canonical(UUID_V7))
        .isEqualTo(UUID_V7.toLowerCase(Locale.ROOT));
  }

  @Test
  void aUuidOfAnyVersionAndCaseIsAUuid() {
    KeyPolicy policy = KeyPolicy.lenient().uuid();

    assertThat(policy.objectionTo(UUID_V4)).isNull();
    assertThat(policy.objectionTo(UUID_V4.toUpperCase(Locale.ROOT))).isNull();
    assertThat(policy.objectionTo(UUID_V7)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not-a-uuid",
        "8e03978e40d543e8bc936894a57f9324",
        "{8e03978e-40d5-43e8-bc93-6894a57f9324}",
        "urn:uuid:8e03978e-40d5-43e8-bc93-6894a57f9324",
        "8e03978e-40d5-43e8-bc93-6894a57f932g",
        "8e03978e-40d5-43e8-bc93-6894a57f93244",
        "00000000-0000-0000-0000-000000000000",
        "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"
      })
  void whatIsNoUuidIsRefusedInWordsThatNameTheFormat(String key) {
    assertThat(KeyPolicy.lenient().uuid().objectionTo(key)).contains("UUID").doesNotContain(key);
  }

  @Test
  void aUuidOfVersionSevenIsTakenAndOthersAreNot() {
    KeyPolicy policy = KeyPolicy.lenient().uuidV7();

    assertThat(policy.objectionTo(UUID_V7)).isNull();
    assertThat(policy.objectionTo(UUID_V4)).contains("version 7");
    assertThat(policy.objectionTo("017F22E2-79B0-7CC3-C8C4-DC0C0C07398F")).contains("version 7");
  }

  @Test
  void aPatternHoldsForTheWholeKeyAndTheCallerIsToldWhatItMeans() {
    KeyPolicy policy = KeyPolicy.lenient().pattern("ord-[0-9]+", "ord- and a number");

    assertThat(policy.objectionTo("ord-12")).isNull();
    assertThat(policy.objectionTo("xord-12")).isEqualTo("the key must be ord- and a number");
    assertThat(policy.objectionTo("ord-12x")).isNotNull();
  }

  @Test
  void aKeyCanBeTooShortForThePolicy() {
    KeyPolicy policy = KeyPolicy.lenient().minCharacters(20);

    assertThat(policy.objectionTo("1")).contains("at least 20");
    assertThat(policy.objectionTo("a".repeat(19))).isNotNull();
    assertThat(policy.objectionTo("a".repeat(20))).isNull();
  }

  @Test
  void theLongestKeyHas255CharactersOrFewerIfThePolicySaysSo() {
    assertThat(KeyPolicy.lenient().isTooLong("a".repeat(255))).isFalse();
    assertThat(KeyPolicy.lenient().isTooLong("a".repeat(256))).isTrue();
    assertThat(KeyPolicy.lenient().maxCharacters(64).isTooLong("a".repeat(64))).isFalse();
    assertThat(KeyPolicy.lenient().maxCharacters(64).isTooLong("a".repeat(65))).isTrue();
  }

  @Test
  void theOrderOfSettingsDoesNotCount() {
    KeyPolicy policy =
        KeyPolicy.strict().orInBody("/key").maxCharacters(50).minCharacters(5).uuid();

    assertThat(policy.isStrict()).isTrue();
    assertThat(policy.bodyPointer()).isEqualTo("/key");
    assertThat(policy.maxCharacters()).isEqualTo(50);
    assertThat(policy.objectionTo("abcd")).contains("at least 5");
    assertThat(policy.objectionTo("abcde")).contains("UUID");
  }

  @Test
  void theNarrowestAndTheWidestLimitsAreLimitsToo() {
    KeyPolicy one = KeyPolicy.lenient().maxCharacters(1).minCharacters(1);
    KeyPolicy widest = KeyPolicy.lenient().minCharacters(255).maxCharacters(255);

    assertThat(one.objectionTo("a")).isNull();
    assertThat(one.isTooLong("ab")).isTrue();
    assertThat(widest.objectionTo("a".repeat(255))).isNull();
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    KeyPolicy policy = KeyPolicy.lenient();

    assertThatIllegalArgumentException().isThrownBy(() -> policy.minCharacters(0));
    assertThatIllegalArgumentException().isThrownBy(() -> policy.maxCharacters(256));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.maxCharacters(10).minCharacters(11))
        .withMessageContaining("at least 11 and at most 10");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.pattern("[", "anything"))
        .withMessageContaining("not a regular expression");
    assertThatIllegalArgumentException().isThrownBy(() -> policy.pattern(".*", " "));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.orInBody("idempotency_key"))
        .withMessageContaining("slash");
  }
}
