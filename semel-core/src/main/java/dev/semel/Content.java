package dev.semel;

import java.util.Arrays;
import java.util.Objects;

/**
 * The stored bytes of a result with what is needed to read them years later. Immutable; the bytes
 * are replayed exactly as they were written.
 *
 * @param contentType a media type, at most {@value #MAX_CONTENT_TYPE_CHARACTERS} characters
 * @param schemaVersion the version of the result's schema, 1 or more
 * @param bytes the result; neither copied nor changed
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by value, below
public record Content(String contentType, int schemaVersion, byte[] bytes) {
  public static final int MAX_CONTENT_TYPE_CHARACTERS = 255;

  public Content {
    Limits.text("content type", contentType, MAX_CONTENT_TYPE_CHARACTERS);
    Limits.atLeast("schema version", schemaVersion, 1);
    Objects.requireNonNull(bytes, "bytes");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that
        && contentType.equals(that.contentType)
        && schemaVersion == that.schemaVersion
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(contentType, schemaVersion, Arrays.hashCode(bytes));
  }

  /** Says how much there is, never what it is. */
  @Override
  public String toString() {
    return "Content[%s, schema %d, %d bytes]".formatted(contentType, schemaVersion, bytes.length);
  }
}
