package dev.semel.http.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request, as far as it counts in a fingerprint. Immutable. */
record TestRequest(
    String method,
    String origin,
    String path,
    @Nullable String query,
    @Nullable String contentType,
    String contentEncoding,
    Map<String, List<String>> headers,
    RequestBody content) {

  static TestRequest post(String pathAndQuery) {
    int question = pathAndQuery.indexOf('?');
    return new TestRequest(
        "POST",
        "https://localhost:443",
        question < 0 ? pathAndQuery : pathAndQuery.substring(0, question),
        question < 0 ? null : pathAndQuery.substring(question + 1),
        null,
        "",
        Map.of(),
        RequestBody.of(new byte[0]));
  }

  TestRequest method(String other) {
    return new TestRequest(
        other, origin, path, query, contentType, contentEncoding, headers, content);
  }

  TestRequest origin(String other) {
    return new TestRequest(
        method, other, path, query, contentType, contentEncoding, headers, content);
  }

  TestRequest contentType(@Nullable String type) {
    return new TestRequest(method, origin, path, query, type, contentEncoding, headers, content);
  }

  TestRequest coded(String coding) {
    return new TestRequest(method, origin, path, query, contentType, coding, headers, content);
  }

  TestRequest header(String name, String... values) {
    Map<String, List<String>> more = new TreeMap<>(headers);
    more.put(name.toLowerCase(Locale.ROOT), List.of(values));
    return new TestRequest(
        method, origin, path, query, contentType, contentEncoding, more, content);
  }

  TestRequest body(RequestBody other) {
    return new TestRequest(
        method, origin, path, query, contentType, contentEncoding, headers, other);
  }

  TestRequest body(byte[] bytes) {
    return body(RequestBody.of(bytes));
  }

  TestRequest body(String text) {
    return body(text.getBytes(StandardCharsets.UTF_8));
  }

  TestRequest json(String json) {
    return contentType("application/json").body(json);
  }

  TestRequest form(String form) {
    return contentType("application/x-www-form-urlencoded").body(form);
  }

  RequestPayload payload() {
    return new RequestPayload(
        method,
        () -> origin,
        path,
        query,
        "",
        contentType,
        contentEncoding,
        name -> headers.getOrDefault(name, List.of()),
        content);
  }
}
