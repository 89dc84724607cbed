package dev.semel.http.internal;

/** What a handler says about its response. */
public enum Declaration {
  /** Nothing; the status decides. */
  NONE,
  TRANSIENT,
  FAILED,
  REJECTED,
  FINAL
}
