package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * Who did what to which thing, written with the effect. One command has one entry per action and
 * subject.
 *
 * @param action such as {@code APPROVE_CASE}
 * @param subject the thing it was done to
 * @param detail for people, or null
 */
public record AuditEntry(String action, String subject, @Nullable String detail) {
  public static final int MAX_ACTION_CHARACTERS = 100;
  public static final int MAX_SUBJECT_CHARACTERS = 255;
  public static final int MAX_DETAIL_CHARACTERS = 10_000;

  public AuditEntry {
    Limits.text("audit action", action, MAX_ACTION_CHARACTERS);
    Limits.text("audit subject", subject, MAX_SUBJECT_CHARACTERS);
    if (detail != null) {
      Limits.prose("audit detail", detail, MAX_DETAIL_CHARACTERS);
    }
  }
}
