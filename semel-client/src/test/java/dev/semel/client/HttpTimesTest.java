package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTimesTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:00Z");

  static HttpHeaders headers(String... namesAndValues) {
    Map<String, List<String>> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
    }
    return HttpHeaders.of(map, (name, value) -> true);
  }

  private static @Nullable Duration retryAfter(String value) {
    return HttpTimes.retryAfter(headers("Retry-After", value), NOW);
  }

  @Test
  void secondsAreSeconds() {
    assertThat(retryAfter("0")).isEqualTo(Duration.ZERO);
    assertThat(retryAfter(" 120 ")).isEqualTo(Duration.ofMinutes(2));
    assertThat(HttpTimes.retryAfter(headers(), NOW)).isNull();
  }

  @Test
  void moreSecondsThanANumberHoldsAreALongWait() {
    assertThat(retryAfter("99999999999999999999999")).isGreaterThan(Duration.ofDays(30_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"
      })
  void aDateMayHaveAnyOfThreeForms(String date) {
    assertThat(retryAfter(date)).isEqualTo(Duration.ofSeconds(37));
  }

  @Test
  void aDayOfTwoDigitsIsReadInEveryForm() {
    assertThat(HttpTimes.date("Wed Nov 16 08:49:37 1994", NOW))
        .isEqualTo(Instant.parse("1994-11-16T08:49:37Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-01T00:00:00Z, 'Sunday, 01-Nov-26 00:00:01 GMT', 2026-11-01T00:00:01Z",
    "2026-11-01T00:00:00Z, 'Saturday, 01-Nov-70 00:00:01 GMT', 2070-11-01T00:00:01Z",
    "2026-11-01T00:00:00Z, 'Tuesday, 01-Nov-77 00:00:01 GMT', 1977-11-01T00:00:01Z",
    "2049-12-31T00:00:00Z, 'Saturday, 01-Jan-50 00:00:01 GMT', 2050-01-01T00:00:01Z"
  })
  void aYearOfTwoDigitsIsAtMostFiftyYearsAhead(Instant now, String date, Instant expected) {
    assertThat(HttpTimes.date(date, now)).isEqualTo(expected);
  }

  @Test
  void aDateInThePastIsNoWait() {
    assertThat(retryAfter("Sun, 06 Nov 1994 08:48:00 GMT")).isEqualTo(Duration.ZERO);
  }

  @Test
  void aDateIsMeasuredByTheClockThatWroteIt() {
    HttpHeaders headers =
        headers(
            "Date",
            "Sun, 06 Nov 1994 07:00:00 GMT",
            "Retry-After",
            "Sun, 06 Nov 1994 07:00:10 GMT");
    assertThat(HttpTimes.retryAfter(headers, NOW)).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "-1", "1.5", "1e3", "06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT"})
  void whatCannotBeReadIsNotSaid(String value) {
    assertThat(retryAfter(value)).isNull();
  }

  private static @Nullable Instant expiry(String value) {
    return HttpTimes.expiry(value, headers(), NOW.minusSeconds(60), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "PT24H, 1994-11-07T08:48:00Z",
    "P1D, 1994-11-07T08:48:00Z",
    "'\"PT30M\"', 1994-11-06T09:18:00Z",
    "P2W, 1994-11-20T08:48:00Z",
    "P1M, 1994-12-06T08:48:00Z",
    "'Mon, 07 Nov 1994 00:00:00 GMT', 1994-11-07T00:00:00Z"
  })
  void aLifetimeCountsFromTheFirstAttemptAndADateIsADate(String value, Instant expected) {
    assertThat(expiry(value)).isEqualTo(expected);
  }

  @Test
  void aDateOfExpiryIsMovedByWhatTheClocksDiffer() {
    HttpHeaders headers = headers("Date", "Sun, 06 Nov 1994 07:49:00 GMT");
    assertThat(HttpTimes.expiry("Sun, 06 Nov 1994 08:49:00 GMT", headers, NOW, NOW))
        .isEqualTo(NOW.plus(Duration.ofHours(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tomorrow", "86400", "P", "PT", "\"", "P1X"})
  void aLifetimeThatCannotBeReadIsNotSaid(String value) {
    assertThat(expiry(value)).isNull();
  }

  @Test
  void aLifetimeOfAgesIsALongOne() {
    assertThat(expiry("PT99999999999999H")).isAfter(NOW.plus(Duration.ofDays(30_000)));
  }
}
