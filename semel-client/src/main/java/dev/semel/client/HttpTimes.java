package dev.semel.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times in HTTP headers. What cannot be read counts as not said. A date is measured against the
 * {@code Date} of the same answer, if there is one, because it is the same clock that wrote it.
 */
final class HttpTimes {
  /** A longer wait is no other wait: no budget is as long. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private static final int MAX_SECONDS_DIGITS = 9;
  private static final int CENTURY_YEARS = 100;
  private static final int MAX_YEARS_AHEAD = 50;

  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US);
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US);

  private HttpTimes() {}

  /** How long the server asks to wait; null if it does not. */
  static @Nullable Duration retryAfter(HttpHeaders headers, Instant now) {
    String value = headers.firstValue("Retry-After").map(String::strip).orElse(null);
    return value == null ? null : wait(value, headers, now);
  }

  private static @Nullable Duration wait(String value, HttpHeaders headers, Instant now) {
    if (isDigits(value)) {
      return value.length() > MAX_SECONDS_DIGITS
          ? LONGEST
          : Duration.ofSeconds(Long.parseLong(value));
    }
    Instant until = date(value, now);
    return until == null ? null : notNegative(Duration.between(dateOf(headers, now), until));
  }

  private static boolean isDigits(String value) {
    return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static Duration notNegative(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /**
   * When the server forgets the key; null if it does not say.
   *
   * @param value an ISO-8601 duration, in quotes or not, that counts from the first attempt, or an
   *     HTTP date
   */
  static @Nullable Instant expiry(
      String value, HttpHeaders headers, Instant firstAttemptAt, Instant now) {
    String bare = withoutQuotes(value.strip());
    if (bare.startsWith("P") || bare.startsWith("p")) {
      return plusLifetime(firstAttemptAt, bare);
    }
    Instant until = date(bare, now);
    return until == null ? null : now.plus(Duration.between(dateOf(headers, now), until));
  }

  private static String withoutQuotes(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private static @Nullable Instant plusLifetime(Instant firstAttemptAt, String lifetime) {
    try {
      Duration duration = Duration.parse(lifetime);
      return firstAttemptAt.plus(duration.compareTo(LONGEST) > 0 ? LONGEST : duration);
    } catch (DateTimeException e) {
      return plusCalendarLifetime(firstAttemptAt, lifetime);
    }
  }

  /** Weeks, months and years are lifetimes too, but no durations to the JDK. */
  private static @Nullable Instant plusCalendarLifetime(Instant firstAttemptAt, String lifetime) {
    try {
      return firstAttemptAt.atZone(ZoneOffset.UTC).plus(Period.parse(lifetime)).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static Instant dateOf(HttpHeaders headers, Instant now) {
    Instant date = headers.firstValue("Date").map(value -> date(value.strip(), now)).orElse(null);
    return date == null ? now : date;
  }

  /** A date in any of the three formats that RFC 9110 asks recipients to accept. */
  static @Nullable Instant date(String value, Instant now) {
    for (DateTimeFormatter format : formats(now)) {
      try {
        return LocalDateTime.parse(value, format).toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        // Then it is in one of the other formats, or in none.
      }
    }
    return null;
  }

  private static Iterable<DateTimeFormatter> formats(Instant now) {
    return List.of(IMF_FIXDATE, rfc850(now), ASCTIME);
  }

  /** A year of two digits is at most fifty years ahead, says RFC 9110. */
  private static DateTimeFormatter rfc850(Instant now) {
    int year = Year.from(now.atZone(ZoneOffset.UTC)).getValue();
    int base = year + MAX_YEARS_AHEAD - CENTURY_YEARS + 1;
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, base)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.US);
  }
}
