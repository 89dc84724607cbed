package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.Operation;
import dev.semel.Scope;
import dev.semel.spi.Engine;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys and the parts of a scope are opaque: whatever they hold, they are stored as they are and
 * compared exactly, and what cannot be stored is refused before the store is asked.
 *
 * @param <T> the store's transaction handle
 */
public abstract class NaughtyKeysContract<T> extends StoreContract<T> {
  private static final String NFC = "caf\u00e9";
  private static final String NFD = "cafe\u0301";

  static List<String> naughtyTexts() {
    return List.of(
        "'; DROP TABLE intent; --",
        "\" OR \"\"=\"",
        "$$; SELECT pg_terminate_backend(1) $$",
        "?",
        ":key",
        "{}",
        "{\"$gt\": \"\"}",
        "${jndi:ldap://127.0.0.1/a}",
        "#{T(java.lang.Runtime)}",
        "../../etc/passwd",
        "C:\\windows\\win.ini",
        "%00",
        "\\u0000",
        "%s%n%d%x",
        "{0} {1}",
        "<script>alert(1)</script>",
        "null",
        "true",
        "0",
        "00",
        "-1",
        "1e3",
        "NaN",
        " ",
        "  ",
        " a",
        "a ",
        "a",
        "A",
        "a,b",
        "a/b",
        "a|b",
        "a:b",
        "a#b",
        "%",
        "_",
        "*",
        "I",
        "\u0130",
        "\u0131",
        "stra\u00dfe",
        "strasse",
        NFC,
        NFD,
        "\ud83d\ude00",
        "\ud83d\udc69\u200d\ud83d\ude80",
        "\u202eright to left",
        "\u0645\u0631\u062d\u0628\u0627",
        "\u200b",
        "\ufeff",
        "\u2028",
        "\ufffd",
        "\uffff",
        "\uff41");
  }

  private static List<String> longKeys() {
    int max = IntentId.MAX_KEY_CHARACTERS;
    return List.of(
        "x".repeat(max),
        "x".repeat(max - 1),
        "x".repeat(max - 1) + "y",
        "\u20ac".repeat(max),
        "\ud83d\ude00".repeat(max / 2));
  }

  @Test
  void everyNaughtyKeyRunsOnceAndIsReplayedAndTheyStayApart() {
    Engine<T> node = node("a");
    Engine<T> other = node("b");
    List<String> keys = Stream.concat(naughtyTexts().stream(), longKeys().stream()).toList();
    List<String> told =
        keys.stream().map(key -> node.once(order(key), inserting("k")).orElseThrow()).toList();
    for (int i = 0; i < keys.size(); i++) {
      assertThat(other.once(order(keys.get(i)), inserting("k")))
          .isReplayed()
          .hasResult(told.get(i));
    }
    assertEffects("k", keys.size());
    assertThat(fixture().countRecords()).isEqualTo(keys.size());
  }

  @Test
  void everyNaughtyScopeStaysApart() {
    Engine<T> node = node("a");
    List<Intent<String>> intents = naughtyTexts().stream().flatMap(this::scopedBy).toList();
    for (Intent<String> intent : intents) {
      assertThat(node.once(intent, inserting("k"))).isExecuted();
    }
    Engine<T> other = node("b");
    for (Intent<String> intent : intents) {
      assertThat(other.once(intent, inserting("k"))).isReplayed();
    }
    assertEffects("k", intents.size());
  }

  /** The text as a tenant, as an operation and as a principal, each of the same key. */
  private Stream<Intent<String>> scopedBy(String text) {
    return Stream.of(
        ORDER.intent(text, "k", PAYLOAD),
        Operation.named(text)
            .taking(Fingerprinter.text())
            .answering(Codec.text())
            .intent(TENANT, "k", PAYLOAD),
        order("k").onBehalfOf(text));
  }

  @Test
  void everyNaughtyKeyCanBeLeasedAndFound() {
    Engine<T> node = node("a");
    for (String key : naughtyTexts()) {
      assertThat(granted(node, order(key), takeOver()).complete(inserting("k"))).isExecuted();
      var record = node.store().records().find(order(key).id());
      assertThat(record).isNotNull();
      assertThat(record.intent()).isEqualTo(order(key).id());
    }
    assertEffects("k", naughtyTexts().size());
  }

  @Test
  void theLongestNamesOfAllFitTogether() {
    String part = "\u20ac".repeat(Scope.MAX_PART_CHARACTERS);
    String key = "\u20ac".repeat(IntentId.MAX_KEY_CHARACTERS);
    Intent<String> intent =
        Operation.named(part)
            .taking(Fingerprinter.text())
            .answering(Codec.text())
            .intent(part, key, PAYLOAD)
            .onBehalfOf(part);
    assertThat(node("a").once(intent, inserting("k"))).isExecuted();
    assertThat(node("b").once(intent, inserting("k"))).isReplayed();
    assertEffects("k", 1);
  }

  static List<String> invalidTexts() {
    return List.of(
        "line\nbreak",
        "carriage\rreturn",
        "tab\tstop",
        "nul\u0000inside",
        "escape\u001b[2J",
        "delete\u007f",
        "next-line\u0085",
        "high surrogate alone \ud83d",
        "\ude00 low surrogate alone",
        "\ude00\ud83d the wrong way round");
  }

  @ParameterizedTest
  @MethodSource("invalidTexts")
  void whatNoStoreCanKeepIsRefusedInWordsThatDoNotRepeatIt(String text) {
    assertThatThrownBy(() -> order(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key")
        .message()
        .doesNotContain(text);
    assertThatThrownBy(() -> ORDER.intent(text, "k", PAYLOAD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant");
    assertThatThrownBy(() -> order("k").onBehalfOf(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("principal");
  }

  @Test
  void whatIsTooLongIsRefusedInWordsThatDoNotRepeatIt() {
    String key = "y".repeat(IntentId.MAX_KEY_CHARACTERS + 1);
    assertThatThrownBy(() -> order(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key")
        .hasMessageContaining("255")
        .message()
        .doesNotContain("yyy");
    String tenant = "y".repeat(Scope.MAX_PART_CHARACTERS + 1);
    assertThatThrownBy(() -> ORDER.intent(tenant, "k", PAYLOAD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant");
  }

  @Test
  void whatIsEmptyIsRefused() {
    assertThatThrownBy(() -> order(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key is empty");
    assertThatThrownBy(() -> ORDER.intent("", "k", PAYLOAD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant is empty");
    assertThatThrownBy(() -> order("k").onBehalfOf(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("principal is empty");
  }
}
