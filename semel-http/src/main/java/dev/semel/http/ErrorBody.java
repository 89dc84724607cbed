package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Body of an error. Immutable; the bytes are not copied.
 *
 * @param contentType value of the header {@code Content-Type}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ErrorBody(String contentType, byte[] bytes) {
  public ErrorBody {
    Objects.requireNonNull(bytes, "bytes");
    if (contentType.isBlank()) {
      throw new IllegalArgumentException(
          "the content type is blank; give one such as application/json");
    }
  }

  /** Returns a body of type {@code application/json} in UTF-8. */
  public static ErrorBody json(String json) {
    return new ErrorBody("application/json", json.getBytes(StandardCharsets.UTF_8));
  }
}
