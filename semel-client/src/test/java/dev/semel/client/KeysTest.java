package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  @Test
  void aGeneratedKeyIsARandomUuid() {
    Set<String> keys = Stream.generate(Keys::generate).limit(1_000).collect(Collectors.toSet());
    assertThat(keys)
        .hasSize(1_000)
        .allSatisfy(key -> assertThat(UUID.fromString(key).version()).isEqualTo(4));
  }

  @Test
  void everyPrintableCharacterIsAllowed() {
    for (char c = ' '; c <= '~'; c++) {
      assertThat(Keys.checked("a" + c)).isEqualTo("a" + c);
    }
  }

  @Test
  void lengthsFromOneTo255AreAllowed() {
    assertThat(Keys.checked("k")).isEqualTo("k");
    assertThat(Keys.checked("k".repeat(255))).hasSize(255);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.checked(""))
        .withMessage("the key has 0 characters; give 1 to 255");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.checked("k".repeat(256)))
        .withMessage("the key has 256 characters; give 1 to 255");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\tb", "a\nb", "a\rb", "a\0b", "a\u007fb", "a\u00e9b", "a\u2014b"})
  void otherCharactersAreRefusedWithoutRepeatingTheKey(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.checked(key))
        .withMessageContaining("at position 1; use printable ASCII")
        .withMessageNotContaining(key);
  }

  @Test
  void theQuotedFormEscapesQuotesAndBackslashes() {
    assertThat(Keys.headerValue("foo \"bar\" \\ baz", KeyForm.QUOTED))
        .isEqualTo("\"foo \\\"bar\\\" \\\\ baz\"");
    assertThat(Keys.headerValue("k-1", KeyForm.QUOTED)).isEqualTo("\"k-1\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a,b", "a;b", "a\"b"})
  void theBareFormRefusesWhatItCannotCarry(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keys.headerValue(key, KeyForm.BARE))
        .withMessageContaining("which the bare form cannot carry");
  }

  @Test
  void theBareFormIsTheKey() {
    assertThat(Keys.headerValue("a\\b'c-1", KeyForm.BARE)).isEqualTo("a\\b'c-1");
  }
}
