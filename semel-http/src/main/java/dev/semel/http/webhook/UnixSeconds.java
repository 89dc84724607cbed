package dev.semel.http.webhook;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A time as senders write it: whole seconds since 1970, in digits. */
final class UnixSeconds {
  /** Twelve digits reach beyond the year 30000, and fit every type that they go through. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,12}");

  private UnixSeconds() {}

  /** The time, or null if the text is anything but digits. */
  static @Nullable Instant parse(String text) {
    return DIGITS.matcher(text).matches() ? Instant.ofEpochSecond(Long.parseLong(text)) : null;
  }
}
