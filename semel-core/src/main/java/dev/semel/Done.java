package dev.semel;

/** The result of a command that has none. */
public enum Done {
  DONE
}
