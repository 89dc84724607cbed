package dev.semel.client;

/** The body of an attempt is not that of the attempt before, so it was not sent. */
public final class BodyNotRepeatableException extends SemelClientException {
  private static final long serialVersionUID = 1L;

  public BodyNotRepeatableException(String message) {
    super(message);
  }
}
