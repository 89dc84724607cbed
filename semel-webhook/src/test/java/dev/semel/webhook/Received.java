package dev.semel.webhook;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A request as an endpoint got it, its headers by their names in small letters. */
record Received(String path, Map<String, String> headers, String body) {
  String header(String name) {
    return Objects.requireNonNullElse(headers.get(name.toLowerCase(Locale.ROOT)), "");
  }

  String id() {
    return header("webhook-id");
  }

  /** The number in {@code {"n": …}}. */
  int number() {
    return Integer.parseInt(body.replaceAll("(?s).*\"n\": ([0-9]+).*", "$1"));
  }

  /** The text in {@code {"of": "…"}}. */
  String aggregate() {
    return body.replaceAll("(?s).*\"of\": \"([^\"]*)\".*", "$1");
  }
}
