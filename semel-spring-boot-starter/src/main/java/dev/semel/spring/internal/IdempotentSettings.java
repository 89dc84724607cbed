package dev.semel.spring.internal;

import dev.semel.Duplicates;
import dev.semel.Retention;
import dev.semel.spring.Idempotent;
import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * Reads the times of an annotation. Immutable.
 *
 * @param retention for those that say nothing
 * @param duplicates for those that say nothing
 */
public record IdempotentSettings(Retention retention, Duplicates duplicates) {

  /** How long the answers of a method are kept. */
  public Retention retention(Idempotent settings) {
    String text = settings.retention();
    if (text.isEmpty()) {
      return retention;
    }
    return Idempotent.PERMANENT.equals(text)
        ? Retention.permanent()
        : Retention.of(duration("retention", text));
  }

  /** What a duplicate of a call does. */
  public Duplicates duplicates(Idempotent settings) {
    String text = settings.waitUpTo();
    return text.isEmpty() ? duplicates : Duplicates.waitUpTo(duration("waitUpTo", text));
  }

  /** Reads a duration as Spring Boot does. */
  public static Duration duration(String attribute, String text) {
    try {
      return DurationStyle.detectAndParse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s = \"%s\" is no duration; write it like 30d, 12h, 2s or PT12H"
              .formatted(attribute, text),
          e);
    }
  }
}
