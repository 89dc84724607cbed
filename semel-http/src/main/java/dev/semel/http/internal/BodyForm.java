package dev.semel.http.internal;

/** How a body is read for its fingerprint. */
enum BodyForm {
  EMPTY,
  JSON,
  URL_ENCODED,
  /** A form that the container has parsed. */
  PARSED,
  /** Byte for byte: other types, other codings than gzip, and bodies that are too large. */
  RAW;

  /** Larger bodies are compared byte for byte, so that no request takes much more memory. */
  static final int MAX_PARSED_BYTES = 16 * 1024 * 1024;

  static BodyForm of(RequestPayload payload) {
    if (payload.body().form() != null) {
      return PARSED;
    }
    if (payload.body().length() == 0) {
      return EMPTY;
    }
    MediaType type = payload.mediaType();
    if (type == null || payload.isCoded()) {
      return RAW;
    }
    if (payload.body().length() > MAX_PARSED_BYTES) {
      return RAW;
    }
    if (type.isUrlEncoded()) {
      return URL_ENCODED;
    }
    return type.isUtf8Json() ? JSON : RAW;
  }
}
