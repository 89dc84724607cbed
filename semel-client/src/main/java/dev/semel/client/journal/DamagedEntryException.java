package dev.semel.client.journal;

/** A file of the journal does not hold what was written into it. */
final class DamagedEntryException extends Exception {
  private static final long serialVersionUID = 1L;

  DamagedEntryException(String message) {
    super(message);
  }
}
