package dev.semel.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header of that name: seconds, or a date. */
final class RetryAfter {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  /** How long to wait, never longer than allowed; null if the header says nothing of use. */
  static @Nullable Duration parse(@Nullable String header, Instant now, Duration max) {
    Duration asked = header == null ? null : read(header.strip(), now);
    if (asked == null) {
      return null;
    }
    Duration wait = asked.isNegative() ? Duration.ZERO : asked;
    return wait.compareTo(max) > 0 ? max : wait;
  }

  private static @Nullable Duration read(String text, Instant now) {
    if (SECONDS.matcher(text).matches()) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Duration.between(now, at);
    } catch (DateTimeParseException notADate) {
      return null;
    }
  }
}
