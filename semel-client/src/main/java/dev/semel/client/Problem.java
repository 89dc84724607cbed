package dev.semel.client;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What of a problem document (RFC 9457) matters for a retry. Immutable.
 *
 * @param type null if it has none
 * @param code null if it has none
 * @param retryable null if it does not say
 */
record Problem(@Nullable String type, @Nullable String code, @Nullable Boolean retryable) {
  /** Says nothing. */
  static final Problem NONE = new Problem(null, null, null);

  boolean saysInProgress() {
    return is("in_progress") || is("in_flight");
  }

  boolean saysOutcomeUnknown() {
    return is("outcome_unknown");
  }

  /** By its code, or by the last part of its type, whatever the base of that is. */
  private boolean is(String kind) {
    return kind.equals(normal(code)) || kind.equals(normal(lastPart(type)));
  }

  private static @Nullable String lastPart(@Nullable String type) {
    return type == null ? null : type.substring(lastSeparator(type) + 1);
  }

  private static int lastSeparator(String type) {
    return Math.max(type.lastIndexOf('/'), Math.max(type.lastIndexOf('#'), type.lastIndexOf(':')));
  }

  private static @Nullable String normal(@Nullable String kind) {
    return kind == null ? null : kind.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
