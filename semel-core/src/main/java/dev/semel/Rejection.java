package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The business said no, and says the same no to every retry.
 *
 * @param code stable and machine-readable, such as {@code OFFICER_AT_CAPACITY}
 * @param detail for people; may be empty
 * @param content what the caller was shown with it, replayed byte for byte; null if nothing was
 */
public record Rejection(String code, String detail, @Nullable Content content) {
  public static final int MAX_CODE_CHARACTERS = 100;
  public static final int MAX_DETAIL_CHARACTERS = 2_000;

  public Rejection {
    Limits.text("rejection code", code, MAX_CODE_CHARACTERS);
    Limits.prose("rejection detail", detail, MAX_DETAIL_CHARACTERS);
  }

  public Rejection(String code, String detail) {
    this(code, detail, null);
  }
}
