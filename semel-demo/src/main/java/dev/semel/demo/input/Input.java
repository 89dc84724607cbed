package dev.semel.demo.input;

import org.jspecify.annotations.Nullable;

/** Checks of what callers send; each gives the value back or throws, naming field and limit. */
public final class Input {
  private Input() {}

  public static String text(String field, @Nullable String value, int maxCharacters) {
    if (value == null || value.isBlank()) {
      throw new InvalidInputException(field, field + " is missing; give some text");
    }
    return optionalText(field, value, maxCharacters);
  }

  /** Absent is empty. */
  public static String optionalText(String field, @Nullable String value, int maxCharacters) {
    if (value == null) {
      return "";
    }
    if (value.length() > maxCharacters) {
      throw new InvalidInputException(
          field,
          "%s has %d characters; at most %d are allowed"
              .formatted(field, value.length(), maxCharacters));
    }
    if (value.indexOf('\0') >= 0) {
      throw new InvalidInputException(field, field + " has a NUL character; leave it out");
    }
    return value;
  }

  public static String matching(
      String field, @Nullable String value, String pattern, String meaning) {
    if (value == null || !value.matches(pattern)) {
      throw new InvalidInputException(field, field + " must be " + meaning);
    }
    return value;
  }

  public static int between(String field, @Nullable Integer value, int min, int max) {
    return (int) between(field, value == null ? null : value.longValue(), min, max);
  }

  public static long between(String field, @Nullable Long value, long min, long max) {
    if (value == null || value < min || value > max) {
      throw new InvalidInputException(
          field, "%s must be a whole number from %d to %d".formatted(field, min, max));
    }
    return value;
  }
}
