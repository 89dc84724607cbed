package dev.semel.client.journal;

import dev.semel.client.SemelClientException;
import org.jspecify.annotations.Nullable;

/** The journal could not write or read what it was asked to, so nothing was sent. */
public class JournalException extends SemelClientException {
  private static final long serialVersionUID = 1L;

  public JournalException(String message) {
    super(message);
  }

  public JournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
