package dev.semel.http.webhook;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came in: nothing in it is to be trusted before its signature is verified.
 *
 * <p>Immutable, provided that nobody changes the body's bytes; they are not copied. Safe for use by
 * several threads.
 */
public final class WebhookRequest {
  private final String path;
  private final Map<String, List<String>> headers;
  private final byte[] body;

  private WebhookRequest(String path, Map<String, List<String>> headers, byte[] body) {
    this.path = path;
    this.headers = headers;
    this.body = body;
  }

  /**
   * A request from its parts.
   *
   * @param path as the sender wrote it, without the query
   * @param headers by name, in whatever case
   * @param body exactly the bytes that came in; parsing and writing them again breaks signatures
   */
  public static WebhookRequest of(String path, Map<String, List<String>> headers, byte[] body) {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        (name, values) -> copy.merge(name, List.copyOf(values), WebhookRequest::joined));
    return new WebhookRequest(
        Objects.requireNonNull(path, "path"),
        Collections.unmodifiableMap(copy),
        Objects.requireNonNull(body, "body"));
  }

  private static List<String> joined(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  public String path() {
    return path;
  }

  /**
   * The value of a header that is there once. Of two nobody could say which one was signed, so they
   * are as good as none.
   *
   * @param name in whatever case
   */
  public @Nullable String header(String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    return values.size() == 1 ? values.get(0) : null;
  }

  /** The body as it came in; not a copy. */
  public byte[] body() {
    return body;
  }

  /** Says how much there is, never what it is. */
  @Override
  public String toString() {
    return "WebhookRequest[%d headers, %d bytes]".formatted(headers.size(), body.length);
  }
}
