package dev.semel.json;

import dev.semel.SemelException;
import org.jspecify.annotations.Nullable;

/**
 * The JSON has no canonical form, or a payload could not be written as JSON at all. The message
 * names the place and never repeats what stands there.
 */
public final class NotCanonicalJsonException extends SemelException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  NotCanonicalJsonException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  static NotCanonicalJsonException at(int byteOffset, Reason reason) {
    return new NotCanonicalJsonException(
        reason, "no canonical form: at byte %d %s".formatted(byteOffset, reason.words), null);
  }

  static NotCanonicalJsonException throughout(Reason reason) {
    return new NotCanonicalJsonException(reason, "no canonical form: " + reason.words, null);
  }

  public Reason reason() {
    return reason;
  }

  /** Why there is no canonical form. */
  public enum Reason {
    NOT_UTF_8("the bytes are not UTF-8, or begin with a byte order mark"),
    NOT_JSON("the text is not JSON by RFC 8259"),
    TRAILING_CONTENT("something follows the end of the document"),
    TOO_LARGE("the document has more than " + CanonicalJson.MAX_DOCUMENT_BYTES + " bytes"),
    TOO_DEEP(
        "arrays and objects are nested more than "
            + CanonicalJson.MAX_NESTING_LEVELS
            + " levels deep"),
    TOO_MANY_DIGITS(
        "a number has more than " + CanonicalJson.MAX_SIGNIFICANT_DIGITS + " significant digits"),
    EXPONENT_TOO_LARGE(
        "the exponent of a number is beyond plus or minus " + CanonicalJson.MAX_EXPONENT),
    DUPLICATE_MEMBER("an object has two members of the same name"),
    HALF_SURROGATE("a string has half a surrogate pair"),
    NOT_WRITABLE("the payload cannot be written as JSON");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }
}
