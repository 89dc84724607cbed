package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {
  private static final URI ORDERS = URI.create("http://127.0.0.1/orders");
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  @ParameterizedTest
  @EnumSource(
      value = HttpClient.Redirect.class,
      names = {"NORMAL", "ALWAYS"})
  void aClientThatFollowsRedirectsIsRefused(HttpClient.Redirect redirect) {
    HttpClient http = HttpClient.newBuilder().followRedirects(redirect).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SemelClient.builder().httpClient(http).build())
        .withMessageContaining("build it with Redirect.NEVER");
  }

  @Test
  void aMarginShorterThanAnAttemptIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SemelClient.builder()
                    .retention(RetentionSettings.standard().margin(Duration.ofSeconds(29)))
                    .build())
        .withMessage(
            "retention margin PT29S is shorter than the attempt timeout PT30S, which is how late an attempt may arrive; lengthen the one or shorten the other");
  }

  @Test
  void aMarginThatLeavesNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetentionSettings.standard().lifetime(Duration.ofMinutes(5)))
        .withMessage("retention margin PT5M leaves nothing of the retention PT5M");
  }

  @Test
  void headerNamesAreTokens() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyHeader.standard().named("Idempotency Key"))
        .withMessageContaining("the name of the key header has the character U+0020");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnswerHeaders.standard().shouldRetry(""))
        .withMessage("the name of the should-retry header is empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetentionSettings.standard().header("a:b"))
        .withMessageContaining("U+003A");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnswerHeaders.standard().replayed("a\r\nb"))
        .withMessageContaining("U+000D");
  }

  @Test
  void aKeyIsNotLeftOutWhereItIsNeeded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyHeader.standard().leavingOutOn("PUT", "post"))
        .withMessageContaining("without a key [POST] cannot be retried");
    assertThat(KeyHeader.standard().leavingOutOn("put").leftOutOn()).contains("PUT", "GET");
  }

  @Test
  void aKeyIsSentWithWhatChangesSomethingAndWhereItWasGiven() {
    KeyHeader header = new KeyHeader("Idempotency-Key", KeyForm.QUOTED, Set.of("GET"));
    assertThat(header.isSentWith(ClientIntent.post(ORDERS).build())).isTrue();
    assertThat(header.isSentWith(ClientIntent.delete(ORDERS).build())).isTrue();
    assertThat(header.isSentWith(ClientIntent.get(ORDERS).build())).isFalse();
    assertThat(header.isSentWith(ClientIntent.get(ORDERS).key("k").build())).isTrue();
  }

  @Test
  void retentionCountsFromTheFirstAttempt() {
    RetentionSettings settings = RetentionSettings.standard();
    Instant end = NOON.plus(Duration.ofHours(24)).minus(Duration.ofMinutes(5));
    assertThat(settings.isOver(NOON, null, NOON)).isFalse();
    assertThat(settings.isOver(NOON, null, end)).isFalse();
    assertThat(settings.isOver(NOON, null, end.plusMillis(1))).isTrue();
  }

  @Test
  void whatTheServerSaysReplacesTheLifetime() {
    RetentionSettings settings = RetentionSettings.standard();
    Instant soon = NOON.plus(Duration.ofHours(1));
    assertThat(settings.isOver(NOON, soon, soon.minus(Duration.ofMinutes(4)))).isTrue();
    Instant late = NOON.plus(Duration.ofDays(7));
    assertThat(settings.isOver(NOON, late, NOON.plus(Duration.ofDays(6)))).isFalse();
  }

  @Test
  void whatWasNeverAttemptedDoesNotAge() {
    assertThat(RetentionSettings.standard().isOver(null, NOON, NOON.plus(Duration.ofDays(9))))
        .isFalse();
  }

  @Test
  void aClockBeforeTheFirstAttemptCannotTellItsAge() {
    RetentionSettings settings = RetentionSettings.standard();
    assertThat(settings.isOver(NOON, null, NOON.minus(Duration.ofMinutes(4)))).isFalse();
    assertThat(settings.isOver(NOON, null, NOON.minus(Duration.ofMinutes(6)))).isTrue();
  }
}
