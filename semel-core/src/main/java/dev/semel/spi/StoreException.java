package dev.semel.spi;

import dev.semel.SemelException;

/** A store's own statement failed. {@link Store#classify} says what it means. */
public final class StoreException extends SemelException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
