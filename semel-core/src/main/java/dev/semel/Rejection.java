package dev.semel;

/**
 * The business said no, and says the same no to every retry.
 *
 * @param code stable and machine-readable, such as {@code OFFICER_AT_CAPACITY}
 * @param detail for people; may be empty
 */
public record Rejection(String code, String detail) {
  public static final int MAX_CODE_CHARACTERS = 100;
  public static final int MAX_DETAIL_CHARACTERS = 2_000;

  public Rejection {
    Limits.text("rejection code", code, MAX_CODE_CHARACTERS);
    Limits.prose("rejection detail", detail, MAX_DETAIL_CHARACTERS);
  }
}
