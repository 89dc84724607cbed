package dev.semel;

import org.jspecify.annotations.Nullable;

/** The intent was executed, but its result was not kept, so it cannot be returned again. */
public final class AnswerNotKeptException extends SemelException {
  private static final long serialVersionUID = 1L;

  public AnswerNotKeptException(String message) {
    super(message);
  }

  public AnswerNotKeptException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
