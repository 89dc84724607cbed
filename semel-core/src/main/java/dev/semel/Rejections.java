package dev.semel;

/** What becomes of a business rejection. */
public enum Rejections {
  /** It is stored, and every retry gets the same no. */
  STORED,
  /** Nothing is stored, and a retry is judged by the state of the world at that time. */
  JUDGED_ANEW
}
