package dev.semel.http.internal;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** The parts of a multipart form in a buffered body. */
final class Parts {
  private Parts() {}

  /**
   * @throws ServletException if the body is not a multipart form
   * @throws IllegalStateException if it is larger than the servlet's configuration allows
   */
  static List<Part> of(HttpServletRequest request, RequestBody body)
      throws IOException, ServletException {
    MultipartConfigElement limits = MultipartLimits.of(request);
    refuseIfLarger("request", body.length(), limits.getMaxRequestSize());
    Charset charset = Charsets.ofForm(request);
    List<Part> parts = new ArrayList<>();
    for (MultipartIndex.Part indexed : index(request, body).parts()) {
      BufferedPart part = BufferedPart.of(indexed, body, charset, limits.getLocation());
      if (part != null) {
        refuseIfLarger("part", part.getSize(), limits.getMaxFileSize());
        parts.add(part);
      }
    }
    return List.copyOf(parts);
  }

  private static MultipartIndex index(HttpServletRequest request, RequestBody body)
      throws IOException, ServletException {
    String contentType = request.getContentType();
    MediaType type = contentType == null ? null : MediaType.parse(contentType);
    String boundary = type == null ? null : type.boundary();
    if (type == null || !type.isMultipartForm() || boundary == null) {
      throw new ServletException("the request is not multipart/form-data with a boundary");
    }
    try {
      return MultipartIndex.of(body, boundary);
    } catch (MalformedMultipartException e) {
      throw new ServletException("the multipart form is malformed: " + e.getMessage(), e);
    }
  }

  private static void refuseIfLarger(String what, long bytes, long maxBytes) {
    if (maxBytes >= 0 && bytes > maxBytes) {
      throw new IllegalStateException(
          "the %s has %d bytes; the servlet's multipart configuration allows %d"
              .formatted(what, bytes, maxBytes));
    }
  }
}
