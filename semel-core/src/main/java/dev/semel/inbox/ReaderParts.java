package dev.semel.inbox;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What readers share. */
final class ReaderParts {
  private ReaderParts() {}

  /** Makes a message, and tells of parts that cannot be one. */
  static Message made(Supplier<Message> message) {
    try {
      return message.get();
    } catch (IllegalArgumentException e) {
      throw new InvalidMessageException(
          "the delivery brings no valid message: " + e.getMessage(), e);
    }
  }

  static String required(String what, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      throw new InvalidMessageException(
          "%s is missing or empty, so the message cannot be recognised when it comes again"
              .formatted(what));
    }
    return value;
  }

  static @Nullable Long version(String what, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      return null;
    }
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      throw new InvalidMessageException(what + " is not a whole number", e);
    }
  }

  /** Without the quotes that JSON or HTTP put around a text. */
  static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }
}
