package dev.semel.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Fingerprint;
import dev.semel.FingerprintHash;
import dev.semel.json.NotCanonicalJsonException.Reason;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

class PayloadFingerprintTest {
  private static final SemelJson JSON = SemelJson.standard();
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  record Payer(String name, @Nullable String iban) {}

  record Pay(String caseId, BigDecimal amount, Payer payer, Instant sentAt) {}

  record Tagged(Set<?> tags) {}

  record Gathered(Collection<?> things, Object thing) {}

  record Anything(@Nullable Object value) {}

  static final class Opaque {
    final int hidden;

    Opaque(int hidden) {
      this.hidden = hidden;
    }
  }

  public static final class PayBean {
    public String getCaseId() {
      return "c-1";
    }

    public BigDecimal getAmount() {
      return new BigDecimal("12.50");
    }
  }

  public static final class AngryBean {
    public int getSecret() {
      return Integer.parseInt("hush");
    }
  }

  private static Pay pay(String amount) {
    return new Pay("c-1", new BigDecimal(amount), new Payer("Ann", null), NOON);
  }

  private static Fingerprint fingerprint(Pay payload) {
    return JSON.payload(Pay.class).fingerprint("pay", 1, payload);
  }

  private static Fingerprint anything(@Nullable Object value) {
    return JSON.payload(Anything.class).fingerprint("pay", 1, new Anything(value));
  }

  private static void assertRefused(Reason reason, @Nullable Object value, String hint) {
    assertThatExceptionOfType(NotCanonicalJsonException.class)
        .isThrownBy(() -> anything(value))
        .withMessageContaining("Anything")
        .withMessageContaining(hint)
        .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
  }

  @Test
  void everyPropertyCounts() {
    assertThat(fingerprint(pay("12.50")))
        .isEqualTo(fingerprint(pay("12.50")))
        .isNotEqualTo(fingerprint(pay("12.51")))
        .isNotEqualTo(
            fingerprint(new Pay("c-1", new BigDecimal("12.50"), new Payer("Ann", ""), NOON)))
        .isNotEqualTo(
            fingerprint(
                new Pay(
                    "c-1", new BigDecimal("12.50"), new Payer("Ann", null), NOON.plusNanos(1))));
  }

  @Test
  void theScaleOfADecimalDoesNotCount() {
    assertThat(fingerprint(pay("12.5"))).isEqualTo(fingerprint(pay("12.500")));
    assertThat(fingerprint(pay("1E+2"))).isEqualTo(fingerprint(pay("100")));
  }

  @Test
  void anObjectHasTheFingerprintOfItsDocument() {
    String document =
        """
        {"sentAt": "2026-11-01T12:00:00Z", "amount": 12.50, "caseId": "c-1",
         "payer": {"name": "Ann", "iban": null}}
        """;
    assertThat(fingerprint(pay("12.5")))
        .isEqualTo(JSON.document().fingerprint("pay", 1, document.getBytes(UTF_8)));
  }

  @Test
  void aBeanCountsByItsGetters() {
    JsonFingerprinter<PayBean> fingerprinter = JSON.payload(PayBean.class);
    assertThat(fingerprinter.canonical(new PayBean()))
        .asString(UTF_8)
        .isEqualTo("{\"amount\":125e-1,\"caseId\":\"c-1\"}");
  }

  @Test
  void fieldsAreSelectedAsInDocuments() {
    JsonFingerprinter<Pay> excluding = JSON.payload(Pay.class).excluding("/sentAt");
    JsonFingerprinter<Pay> only = JSON.payload(Pay.class).only("/caseId", "/payer/iban", "/gone");
    Pay later = new Pay("c-1", new BigDecimal("12.5"), new Payer("Ann", null), NOON.plusSeconds(1));
    assertThat(excluding.fingerprint("pay", 1, later))
        .isEqualTo(excluding.fingerprint("pay", 1, pay("12.5")));
    assertThat(only.canonical(later)).asString(UTF_8).isEqualTo("[[\"c-1\"],[],[null]]");
  }

  @Test
  void theOrderOfASetDoesNotCount() {
    List<String> names = List.of("b", "a", "d", "c", "f", "e");
    List<String> reversed = new ArrayList<>(names);
    Collections.reverse(reversed);
    JsonFingerprinter<Tagged> fingerprinter = JSON.payload(Tagged.class);
    assertThat(fingerprinter.canonical(new Tagged(new LinkedHashSet<>(names))))
        .asString(UTF_8)
        .isEqualTo("{\"tags\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]}");
    assertThat(fingerprinter.fingerprint("tag", 1, new Tagged(new LinkedHashSet<>(names))))
        .isEqualTo(fingerprinter.fingerprint("tag", 1, new Tagged(new LinkedHashSet<>(reversed))));
  }

  @Test
  void aSetIsSortedWhateverItIsDeclaredAs() {
    Set<@Nullable Object> nested = new LinkedHashSet<>(Arrays.asList("b", null, "a"));
    assertThat(
            JSON.payload(Gathered.class)
                .canonical(new Gathered(new LinkedHashSet<>(List.of(3, 1, 2)), List.of(nested))))
        .asString(UTF_8)
        .isEqualTo("{\"thing\":[[null,\"a\",\"b\"]],\"things\":[1,2,3]}");
  }

  @Test
  void aSetThatHasAnOrderKeepsIt() {
    Set<RoundingMode> modes = EnumSet.of(RoundingMode.FLOOR, RoundingMode.DOWN);
    Set<String> downwards = new TreeSet<>(Comparator.reverseOrder());
    downwards.addAll(List.of("a", "b"));
    assertThat(JSON.payload(Tagged.class).canonical(new Tagged(downwards)))
        .asString(UTF_8)
        .isEqualTo("{\"tags\":[\"b\",\"a\"]}");
    assertThat(JSON.payload(Tagged.class).canonical(new Tagged(modes)))
        .asString(UTF_8)
        .isEqualTo("{\"tags\":[\"DOWN\",\"FLOOR\"]}");
  }

  @Test
  void aSetThatCannotBeSortedIsRefused() {
    assertRefused(
        Reason.NOT_WRITABLE, Set.of(new Payer("Ann", null), new Payer("Bob", null)), "/value");
  }

  @Test
  void theOrderOfAMapDoesNotCount() {
    assertThat(anything(Map.of("a", 1, "b", 2)))
        .isEqualTo(anything(new TreeMap<>(Map.of("b", 2, "a", 1))));
  }

  @Test
  void aClassWithoutVisiblePropertiesIsRefused() {
    assertRefused(Reason.NOT_WRITABLE, new Opaque(1), "Opaque");
    assertThatExceptionOfType(NotCanonicalJsonException.class)
        .isThrownBy(() -> JSON.payload(Opaque.class).fingerprint("pay", 1, new Opaque(2)));
  }

  @Test
  void whatHasNoCanonicalFormIsRefusedInsteadOfHashedRaw() {
    assertRefused(Reason.NOT_JSON, Double.NaN, "not JSON");
    assertRefused(Reason.NOT_JSON, Float.POSITIVE_INFINITY, "not JSON");
    assertRefused(Reason.HALF_SURROGATE, "\ud800", "half a surrogate pair");
    assertRefused(Reason.EXPONENT_TOO_LARGE, new BigDecimal("1E-20000"), "change that property");
    assertRefused(
        Reason.EXPONENT_TOO_LARGE, new BigDecimal("1E+1000000000"), "change that property");
    assertRefused(Reason.TOO_MANY_DIGITS, new BigDecimal("7".repeat(1001)), "1000 significant");
  }

  @Test
  void anEndlessPayloadIsRefused() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    assertRefused(Reason.NOT_WRITABLE, endless, "/value");
  }

  @Test
  void aRefusalNeverRepeatsTheValue() {
    assertThatExceptionOfType(NotCanonicalJsonException.class)
        .isThrownBy(() -> anything(Map.of("account-4711", new AngryBean())))
        .withMessageContaining("at /value/*/secret")
        .withMessageNotContainingAny("hush", "4711")
        .withNoCause();
  }

  @Test
  void aGenericPayloadIsDescribedByATypeReference() {
    JsonFingerprinter<List<Payer>> fingerprinter = JSON.payload(new TypeReference<>() {});
    assertThat(fingerprinter.canonical(List.of(new Payer("Ann", "x"))))
        .asString(UTF_8)
        .isEqualTo("[{\"iban\":\"x\",\"name\":\"Ann\"}]");
  }

  @Test
  void howTheMapperSpellsDoesNotCountButWhatItWritesDoes() {
    JsonMapper spelling =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();
    JsonMapper naming =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    Pay payload = new Pay("é", BigDecimal.ONE, new Payer("Ann", null), NOON);
    assertThat(SemelJson.using(spelling).payload(Pay.class).fingerprint("pay", 1, payload))
        .isEqualTo(fingerprint(payload));
    assertThat(SemelJson.using(naming).payload(Pay.class).fingerprint("pay", 1, payload))
        .isNotEqualTo(fingerprint(payload));
  }

  @Test
  void aSecretMakesAnotherDigest() {
    FingerprintHash hash = FingerprintHash.hmacSha256("k1", "0123456789abcdef".getBytes(US_ASCII));
    JsonFingerprinter<Pay> keyed = JSON.hashing(hash).payload(Pay.class).excluding("/sentAt");
    assertThat(keyed.scheme()).matches("json-1/excluding-[0-9a-f]{16}/hmac-sha-256/k1");
    assertThat(keyed.fingerprint("pay", 1, pay("1")).digest())
        .isNotEqualTo(
            JSON.payload(Pay.class).excluding("/sentAt").fingerprint("pay", 1, pay("1")).digest());
  }
}
