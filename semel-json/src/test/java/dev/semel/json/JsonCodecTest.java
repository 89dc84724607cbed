package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class JsonCodecTest {
  private static final SemelJson JSON = SemelJson.standard();

  record Fee(BigDecimal amount, @Nullable String note) {}

  record Approved(String caseId, Instant at, List<Fee> fees, @Nullable Fee late) {}

  record Times(
      Instant instant,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      ZonedDateTime utc,
      LocalDate date,
      Duration duration) {}

  record Loose(Map<String, Object> values) {}

  record Positive(int amount) {
    Positive {
      if (amount < 0) {
        throw new IllegalArgumentException("hush " + amount);
      }
    }
  }

  private static <R> R roundTrip(Codec<R> codec, R result) {
    return codec.decode(
        new Content(codec.contentType(), codec.schemaVersion(), codec.encode(result)));
  }

  private static Content json(int schemaVersion, String json) {
    return new Content("application/json", schemaVersion, json.getBytes(UTF_8));
  }

  private static void assertUnreadable(Codec<?> codec, Content content, String hint) {
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> codec.decode(content))
        .withMessageContaining(hint)
        .withMessageNotContaining("hush")
        .withNoCause();
  }

  @Test
  void aResultIsReadBackAsItWasWritten() {
    Approved result =
        new Approved(
            "c-1",
            Instant.parse("2026-11-01T12:00:00.123456789Z"),
            List.of(new Fee(new BigDecimal("12.50"), null), new Fee(new BigDecimal("1E+3"), "é\n")),
            null);
    assertThat(roundTrip(JSON.result(Approved.class), result)).isEqualTo(result);
  }

  @Test
  void timesKeepTheirOffsetAndZone() {
    Times times =
        new Times(
            Instant.parse("2026-11-01T12:00:00Z"),
            OffsetDateTime.parse("2026-11-01T12:00:00+02:00"),
            ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Paris"))
                .withLaterOffsetAtOverlap(),
            ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("UTC")),
            LocalDate.parse("2026-11-01"),
            Duration.ofMillis(1500));
    Codec<Times> codec = JSON.result(Times.class);
    assertThat(codec.encode(times)).asString(UTF_8).contains("\"2026-11-01T12:00:00Z\"", "PT1.5S");
    assertThat(roundTrip(codec, times)).isEqualTo(times);
  }

  @Test
  void decimalsOfNoDeclaredTypeAreExactToo() {
    Loose loose = new Loose(Map.of("amount", new BigDecimal("1.10"), "long", 9007199254740993L));
    assertThat(roundTrip(JSON.result(Loose.class), loose)).isEqualTo(loose);
  }

  @Test
  void numbersAndNamesOfAnyLengthAreReadBack() {
    Fee fee = new Fee(new BigDecimal("7".repeat(5000) + ".70"), "n");
    assertThat(roundTrip(JSON.result(Fee.class), fee)).isEqualTo(fee);
    Map<String, Integer> longName = Map.of("n".repeat(60_000), 1);
    assertThat(roundTrip(JSON.result(new TypeReference<Map<String, Integer>>() {}), longName))
        .isEqualTo(longName);
  }

  @Test
  void aGenericResultIsDescribedByATypeReference() {
    List<Fee> fees = List.of(new Fee(BigDecimal.TEN, null));
    assertThat(roundTrip(JSON.result(new TypeReference<List<Fee>>() {}), fees)).isEqualTo(fees);
  }

  @Test
  void contentIsMarkedAsJsonOfItsSchemaVersion() {
    JsonCodec<Fee> codec = JSON.result(Fee.class);
    assertThat(codec.contentType()).isEqualTo("application/json");
    assertThat(codec.schemaVersion()).isEqualTo(1);
    assertThat(codec.schemaVersion(4).schemaVersion()).isEqualTo(4);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.schemaVersion(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.upgrading(0, UnaryOperator.identity()));
  }

  @Test
  void olderSchemaVersionsAreUpgradedStepByStep() {
    JsonCodec<Fee> codec =
        JSON.result(Fee.class)
            .schemaVersion(3)
            .upgrading(1, tree -> renamed(tree, "sum", "total"))
            .upgrading(2, tree -> renamed(tree, "total", "amount"));
    Fee fee = new Fee(new BigDecimal("1.10"), "n");
    assertThat(codec.decode(json(1, "{\"sum\":1.10,\"note\":\"n\"}"))).isEqualTo(fee);
    assertThat(codec.decode(json(2, "{\"total\":1.10,\"note\":\"n\"}"))).isEqualTo(fee);
    assertThat(codec.decode(json(3, "{\"amount\":1.10,\"note\":\"n\"}"))).isEqualTo(fee);
  }

  private static JsonNode renamed(JsonNode tree, String from, String to) {
    ObjectNode object = (ObjectNode) tree;
    JsonNode value = object.remove(from);
    return object.set(to, value);
  }

  @Test
  void anOlderSchemaVersionWithoutAnUpgradeIsRefused() {
    JsonCodec<Fee> codec =
        JSON.result(Fee.class).schemaVersion(3).upgrading(1, UnaryOperator.identity());
    assertUnreadable(
        codec, json(1, "{}"), "no way from schema version 2 to 3; add upgrading(2, …)");
  }

  @Test
  void anUpgradeThatFailsIsToldWithItsCause() {
    JsonCodec<Fee> codec =
        JSON.result(Fee.class).schemaVersion(2).upgrading(1, tree -> renamed(tree, "a", "b"));
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> codec.decode(json(1, "[]")))
        .withMessageContaining("the upgrade from schema version 1 failed")
        .withCauseInstanceOf(ClassCastException.class);
    JsonCodec<Fee> careless = codec.upgrading(1, tree -> tree.required("hush"));
    assertUnreadable(careless, json(1, "{}"), "JsonNodeException");
  }

  @Test
  void aNewerSchemaVersionIsRefused() {
    assertUnreadable(JSON.result(Fee.class), json(2, "{}"), "a newer program wrote it");
  }

  @Test
  void contentThatIsNotJsonIsRefused() {
    Content text = new Content("text/plain", 1, new byte[0]);
    assertUnreadable(JSON.result(Fee.class), text, "use the codec that wrote it");
  }

  @Test
  void whatCannotBeReadIsRefusedWithItsPlaceAndWithoutItsValue() {
    Codec<Approved> codec = JSON.result(Approved.class);
    assertUnreadable(codec, json(1, "{\"fees\":[{\"amount\":\"hush\"}]}"), "at /fees/0/amount");
    assertUnreadable(codec, json(1, "{\"caseId\":hush}"), "Content[application/json, schema 1");
    assertUnreadable(codec, json(1, "{} hush"), "raise schemaVersion and add upgrading(1, …)");
    assertUnreadable(codec, json(1, "null"), "it is null");
    assertUnreadable(JSON.result(Positive.class), json(1, "{\"amount\":-1}"), "Positive");
    assertUnreadable(JSON.result(Object.class), json(1, "[1e99999999999]"), "beyond");
  }

  @Test
  void whatCannotBeWrittenIsRefused() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> JSON.result(Object.class).encode(endless))
        .withMessageContaining("java.lang.Object cannot be written as JSON");
    assertThatNullPointerException().isThrownBy(() -> JSON.result(Fee.class).encode(nothing()));
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
