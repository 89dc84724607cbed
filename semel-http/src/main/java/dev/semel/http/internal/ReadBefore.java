package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** Tells an empty form from one that the container has parsed already. */
final class ReadBefore {
  private ReadBefore() {}

  /** Whether the container knows fields or parts that must have come in the body. */
  static boolean hasForm(HttpServletRequest request) {
    return MediaType.isUrlEncoded(request.getContentType())
        ? hasFields(request)
        : MediaType.isMultipartForm(request.getContentType()) && hasParts(request);
  }

  private static boolean hasFields(HttpServletRequest request) {
    String query = request.getQueryString();
    byte[] text = query == null ? new byte[0] : query.getBytes(UTF_8);
    int inQuery = UrlEncoded.parse(text, Integer.MAX_VALUE).size();
    return request.getParameterMap().values().stream().mapToInt(v -> v.length).sum() > inQuery;
  }

  private static boolean hasParts(HttpServletRequest request) {
    try {
      return !request.getParts().isEmpty();
    } catch (IOException | ServletException | RuntimeException e) {
      // It had none before, and looked for some only now.
      return false;
    }
  }
}
