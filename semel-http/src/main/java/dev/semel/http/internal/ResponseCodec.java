package dev.semel.http.internal;

import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes responses as a row of sections: a tag of one byte, a length of four, the content. A reader
 * skips sections it does not know, so that nodes of neighbouring versions read each other's
 * records. Nothing in it is executable or names a class.
 */
final class ResponseCodec implements Codec<StoredResponse> {
  /** What a head may have beyond the largest body that is kept. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  private static final byte STATUS = 1;
  private static final byte FIELD = 2;
  private static final byte BODY = 3;
  private static final byte ERROR_MESSAGE = 4;

  private final long maxBodyBytes;

  /**
   * @param maxBodyBytes above it a response is not kept
   */
  ResponseCodec(long maxBodyBytes) {
    this.maxBodyBytes = maxBodyBytes;
  }

  @Override
  public String contentType() {
    return "application/vnd.semel.http-response";
  }

  @Override
  public int schemaVersion() {
    return 1;
  }

  /** How many bytes the largest response has that is kept. */
  int maxBytes() {
    return (int) maxBodyBytes + MAX_HEAD_BYTES;
  }

  /** More than is kept, if the response must not be: then it is never encoded. */
  @Override
  public long minBytes(StoredResponse response) {
    long bodyBytes = response.isKept() ? response.body().length : response.unkeptBytes();
    boolean isTooLarge =
        !response.isKept() || bodyBytes > maxBodyBytes || headBytes(response) > MAX_HEAD_BYTES;
    return isTooLarge ? Math.max(bodyBytes, maxBodyBytes) + MAX_HEAD_BYTES + 1 : bodyBytes;
  }

  boolean keeps(StoredResponse response) {
    return minBytes(response) <= maxBytes();
  }

  private static long headBytes(StoredResponse response) {
    return headOf(response).size();
  }

  /** All but the body. */
  private static ByteArrayOutputStream headOf(StoredResponse response) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    section(head, STATUS, ints(response.status()));
    if (response.errorMessage() != null) {
      section(head, ERROR_MESSAGE, utf8(response.errorMessage()));
    }
    response.fields().forEach(field -> section(head, FIELD, encoded(field)));
    return head;
  }

  @Override
  public byte[] encode(StoredResponse response) {
    ByteArrayOutputStream bytes = headOf(response);
    section(bytes, BODY, response.body());
    return bytes.toByteArray();
  }

  private static void section(ByteArrayOutputStream out, byte tag, byte[] content) {
    out.write(tag);
    lengthPrefixed(out, content);
  }

  private static void lengthPrefixed(ByteArrayOutputStream out, byte[] content) {
    out.writeBytes(ints(content.length));
    out.writeBytes(content);
  }

  private static byte[] encoded(HeaderField field) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(field.replacing() ? 1 : 0);
    lengthPrefixed(out, utf8(field.name()));
    field.values().forEach(value -> lengthPrefixed(out, utf8(value)));
    return out.toByteArray();
  }

  private static byte[] ints(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public StoredResponse decode(Content content) {
    if (!content.contentType().equals(contentType())) {
      throw new CodecException("the record holds no HTTP response; another program wrote it");
    }
    try {
      return new Decoder().decode(ByteBuffer.wrap(content.bytes()));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new CodecException("the kept HTTP response is damaged and cannot be replayed", e);
    }
  }

  /** Puts a response together again. */
  private static final class Decoder {
    private int status;
    private byte[] body = new byte[0];
    private @Nullable String errorMessage;
    private final List<HeaderField> fields = new ArrayList<>();

    StoredResponse decode(ByteBuffer in) {
      while (in.hasRemaining()) {
        byte tag = in.get();
        read(tag, next(in));
      }
      if (status == 0) {
        throw new IllegalArgumentException("there is no status");
      }
      return new StoredResponse(status, fields, body, errorMessage, 0);
    }

    private void read(byte tag, byte[] section) {
      switch (tag) {
        case STATUS -> status = ByteBuffer.wrap(section).getInt();
        case FIELD -> fields.add(field(ByteBuffer.wrap(section)));
        case BODY -> body = section;
        case ERROR_MESSAGE -> errorMessage = text(section);
        default -> {
          // A later version has something to say that this one need not know.
        }
      }
    }

    private static HeaderField field(ByteBuffer in) {
      boolean replacing = in.get() == 1;
      String name = text(next(in));
      List<String> values = new ArrayList<>();
      while (in.hasRemaining()) {
        values.add(text(next(in)));
      }
      return new HeaderField(name, replacing, values);
    }

    private static byte[] next(ByteBuffer in) {
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("a section is longer than what is there");
      }
      byte[] bytes = new byte[length];
      in.get(bytes);
      return bytes;
    }

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
