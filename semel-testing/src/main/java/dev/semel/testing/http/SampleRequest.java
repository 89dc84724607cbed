package dev.semel.testing.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request that the suite can send any number of times. Without a key, which the suite adds.
 * Immutable.
 *
 * @param headers by name; one value each
 */
public record SampleRequest(String method, URI uri, Map<String, String> headers, String body) {
  public SampleRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns a POST request with a body of type {@code application/json}. */
  public static SampleRequest postJson(URI uri, String json) {
    return new SampleRequest("POST", uri, Map.of("Content-Type", "application/json"), json);
  }

  /** Returns the same request with one more header, or another value of it. */
  public SampleRequest header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new SampleRequest(method, uri, more, body);
  }

  /** Returns the same request with another body. */
  public SampleRequest body(String newBody) {
    return new SampleRequest(method, uri, headers, newBody);
  }
}
