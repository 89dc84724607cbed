package dev.semel.demo.input;

/** A request that makes no sense, whatever the state of the database. Nothing was done. */
public final class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String field;

  public InvalidInputException(String field, String detail) {
    super(detail);
    this.field = field;
  }

  /** Which member of the request, or which parameter. */
  public String field() {
    return field;
  }
}
