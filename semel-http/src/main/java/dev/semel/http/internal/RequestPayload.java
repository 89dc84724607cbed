package dev.semel.http.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a request says, as far as it can count in a fingerprint. It is read by the thread that
 * serves the request.
 *
 * @param origin scheme, host and port, in one spelling
 * @param path as it was sent, encoded, with matrix parameters
 * @param query as it was sent; null if there is none
 * @param variant what else tells requests apart that look the same, such as the version of the API
 *     they ask for; empty if nothing does
 * @param contentEncoding the codings that the body still has, in one spelling; empty if none
 * @param headers the values of a header, in their order; empty if there is none
 */
public record RequestPayload(
    String method,
    Supplier<String> origin,
    String path,
    @Nullable String query,
    String variant,
    @Nullable String contentType,
    String contentEncoding,
    Function<String, List<String>> headers,
    RequestBody body) {

  /** The payload of a request whose body was read. */
  public static RequestPayload of(HttpServletRequest request, String variant, RequestBody body) {
    return new RequestPayload(
        request.getMethod(),
        () -> originOf(request),
        request.getRequestURI(),
        request.getQueryString(),
        variant,
        MediaType.of(request),
        codings(valuesOf(request, "Content-Encoding")),
        name -> valuesOf(request, name),
        body);
  }

  private static List<String> valuesOf(HttpServletRequest request, String name) {
    return Collections.list(request.getHeaders(name));
  }

  /** A coding that does nothing is none. */
  private static String codings(List<String> values) {
    String all = String.join(",", values).toLowerCase(Locale.ROOT).replaceAll("[ \t]", "");
    return all.equals("identity") ? "" : all;
  }

  private static String originOf(HttpServletRequest request) {
    String scheme = request.getScheme().toLowerCase(Locale.ROOT);
    String host = request.getServerName().toLowerCase(Locale.ROOT);
    return scheme + "://" + host + ":" + request.getServerPort();
  }

  /** Returns the payload without its compression; null if it has none that can be undone. */
  @Nullable RequestPayload inflated() {
    byte[] content =
        Gzip.isNameOf(contentEncoding) ? Gzip.inflate(body, BodyForm.MAX_PARSED_BYTES) : null;
    return content == null
        ? null
        : new RequestPayload(
            method,
            origin,
            path,
            query,
            variant,
            contentType,
            "",
            headers,
            RequestBody.of(content));
  }

  boolean isCoded() {
    return !contentEncoding.isEmpty();
  }

  /** Null if there is none, or what is there is not a media type. */
  @Nullable MediaType mediaType() {
    return contentType == null ? null : MediaType.parse(contentType);
  }
}
