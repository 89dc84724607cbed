package dev.semel.http.internal;

import dev.semel.http.KeyPolicy;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The idempotency key of a request. Exactly one of these. */
public sealed interface KeyHeader {
  /**
   * A key that the policy takes.
   *
   * @param key decoded, in the spelling under which it is stored
   * @param fieldValue exactly as it came, to be echoed; null if the key came in the body
   * @param headerName the configured name under which it came; null if the key came in the body
   */
  record Found(String key, @Nullable String fieldValue, @Nullable String headerName)
      implements KeyHeader {}

  /** There is none. */
  record Absent() implements KeyHeader {}

  /**
   * There is something, but not a key that can be used.
   *
   * @param detail for the caller; it never repeats what was sent
   */
  record Bad(Kind kind, String detail) implements KeyHeader {}

  /** What is wrong with a key. */
  enum Kind {
    MALFORMED,
    TOO_LONG
  }

  /**
   * The key in the header.
   *
   * @param headerNames the first that is present wins; others that are present must agree with it
   */
  static KeyHeader read(HttpServletRequest request, List<String> headerNames, KeyPolicy policy) {
    List<KeyHeader> present = new ArrayList<>();
    for (String name : headerNames) {
      List<String> lines = Collections.list(request.getHeaders(name));
      if (!lines.isEmpty()) {
        present.add(KeyParser.fromHeader(name, lines, policy));
      }
    }
    return KeyParser.agreed(present);
  }

  /** The key in the header or, where the policy says so, in the JSON body. */
  static KeyHeader read(
      HttpServletRequest request, List<String> headerNames, KeyPolicy policy, RequestBody body)
      throws IOException {
    KeyHeader header = read(request, headerNames, policy);
    String pointer = policy.bodyPointer();
    if (pointer == null || header instanceof Bad) {
      return header;
    }
    KeyHeader inBody = BodyKey.read(RequestPayload.of(request, "", body), pointer, policy);
    return KeyParser.agreed(List.of(header, inBody));
  }
}
