package dev.semel;

import org.jspecify.annotations.Nullable;

/** A result could not be written to bytes or read back from them. */
public final class CodecException extends SemelException {
  private static final long serialVersionUID = 1L;

  public CodecException(String message) {
    super(message);
  }

  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
