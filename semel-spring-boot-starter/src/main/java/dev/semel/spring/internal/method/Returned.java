package dev.semel.spring.internal.method;

import dev.semel.Codec;
import dev.semel.Content;
import dev.semel.json.JsonCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a method returned.
 *
 * @param value null if it returned null or nothing
 */
record Returned(@Nullable Object value) {
  /**
   * JSON of the method's return type. No bytes at all stand for null, because some types have
   * values of their own that are written as {@code null}.
   *
   * @param json null if the method returns nothing
   */
  record InJson(@Nullable JsonCodec<Object> json) implements Codec<Returned> {
    private static final String CONTENT_TYPE = "application/json";

    @Override
    public String contentType() {
      return CONTENT_TYPE;
    }

    @Override
    public int schemaVersion() {
      return 1;
    }

    @Override
    public byte[] encode(Returned result) {
      return result.value() == null
          ? new byte[0]
          : Objects.requireNonNull(json).encode(result.value());
    }

    @Override
    public Returned decode(Content content) {
      return json == null || content.bytes().length == 0
          ? new Returned(null)
          : new Returned(json.decode(content));
    }
  }
}
