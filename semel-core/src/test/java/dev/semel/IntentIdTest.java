package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntentIdTest {
  @Test
  void aKeyOf255CharactersIsAccepted() {
    assertThat(IntentId.of("acme", "open-case", "k".repeat(255)).key()).hasSize(255);
  }

  @Test
  void aKeyOf256CharactersIsRefusedByItsLengthAndNotRepeated() {
    assertThatThrownBy(() -> IntentId.of("acme", "open-case", "secret-" + "k".repeat(249)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("256")
        .hasMessageContaining("at most 255")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a\u0000b", "a\tb", "a\nb", "a\u007fb", "a\u0085b", "a\ud800", "\udc00a"})
  void aKeyThatIsEmptyOrHasControlCharactersOrHalfSurrogatesIsRefused(String key) {
    assertThatThrownBy(() -> IntentId.of("acme", "open-case", key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("key ");
  }

  @Test
  void everyPartOfTheScopeIsValidated() {
    assertThatThrownBy(() -> Scope.of("", "op")).hasMessageContaining("tenant is empty");
    assertThatThrownBy(() -> Scope.of("t", "o".repeat(201))).hasMessageContaining("operation has");
    assertThatThrownBy(() -> new Scope("t", "o", "a\rb")).hasMessageContaining("principal has");
  }

  @Test
  void partsAreNeverJoined() {
    IntentId one = IntentId.of("a", "bc", "d");
    IntentId other = IntentId.of("ab", "c", "d");

    assertThat(one.digest()).isNotEqualTo(other.digest());
  }

  @Test
  void aPrincipalMakesAnotherIntentAndNoneIsNotTheEmptyOne() {
    IntentId without = IntentId.of("acme", "op", "k");
    IntentId with = new IntentId(new Scope("acme", "op", "user-7"), "k");

    assertThat(without).isNotEqualTo(with);
    assertThat(without.digest()).isNotEqualTo(with.digest());
    assertThatThrownBy(() -> new Scope("acme", "op", ""))
        .hasMessageContaining("principal is empty");
  }

  @Test
  void theTextFormShowsADigestInPlaceOfTheKey() {
    IntentId id = IntentId.of("acme", "open-case", "secret-key-1");

    assertThat(id.toString()).startsWith("acme/open-case#").doesNotContain("secret");
    assertThat(id.shortDigest()).hasSize(12);
  }

  @Test
  void aKeyMayHaveAnyCharacterOfUnicode() {
    assertThat(IntentId.of("acme", "open-case", "👍 ok 👍").key()).isEqualTo("👍 ok 👍");
  }

  @Test
  void everyPartOfTheNameChangesTheDigest() {
    IntentId id = new IntentId(new Scope("acme", "op", "user-7"), "k-1");

    assertThat(id.digest())
        .isNotEqualTo(new IntentId(new Scope("acne", "op", "user-7"), "k-1").digest())
        .isNotEqualTo(new IntentId(new Scope("acme", "or", "user-7"), "k-1").digest())
        .isNotEqualTo(new IntentId(new Scope("acme", "op", "user-8"), "k-1").digest())
        .isNotEqualTo(new IntentId(new Scope("acme", "op", "user-7"), "k-2").digest());
  }

  // Computed with another language: four bytes of length, then the part; -1 where there is none.
  @Test
  void theDigestStaysTheSameFromReleaseToRelease() {
    assertThat(IntentId.of("acme", "open-case", "k-1").digest())
        .asHexString()
        .isEqualTo("34252A585F67B48522FD33A986433E4D84CBA6DD99815ED490EFE66861D2222B");
    assertThat(new IntentId(new Scope("acme", "open-case", "user-7"), "k-1").digest())
        .asHexString()
        .isEqualTo("DEFC823C6BD46CDC846F861054524F0EBF86310E626ACF9F981B44F359869E47");
  }
}
