package dev.semel;

import java.nio.charset.StandardCharsets;

/**
 * Writes a result to bytes and reads it back. What {@link #encode} wrote is stored byte for byte
 * and is what {@link #decode} is given, possibly by a later version of the program.
 *
 * <p>Implementations are safe for use by several threads.
 *
 * @param <R> the result
 */
public interface Codec<R> {
  /** The media type stored with the bytes. */
  String contentType();

  /** The version of the result's schema that {@link #encode} writes, 1 or more. */
  int schemaVersion();

  byte[] encode(R result);

  /**
   * How many bytes {@link #encode} would make at least, told without encoding: a result that is too
   * large to be kept is then never encoded. 0 means that it is not known.
   */
  default long minBytes(R result) {
    return 0;
  }

  /** Reads content of any schema version this codec ever wrote. */
  R decode(Content content);

  /** The result is its own bytes. */
  static Codec<byte[]> bytes(String contentType) {
    return new BytesCodec(contentType);
  }

  /** The result is text, stored as UTF-8. */
  static Codec<String> text() {
    return new TextCodec();
  }

  /** Results that are bytes already. */
  record BytesCodec(String contentType) implements Codec<byte[]> {
    @Override
    public int schemaVersion() {
      return 1;
    }

    @Override
    public byte[] encode(byte[] result) {
      return result;
    }

    @Override
    public byte[] decode(Content content) {
      return content.bytes();
    }
  }

  /** Results that are text. */
  record TextCodec() implements Codec<String> {
    @Override
    public String contentType() {
      return "text/plain; charset=utf-8";
    }

    @Override
    public int schemaVersion() {
      return 1;
    }

    @Override
    public byte[] encode(String result) {
      return result.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decode(Content content) {
      return new String(content.bytes(), StandardCharsets.UTF_8);
    }
  }
}
