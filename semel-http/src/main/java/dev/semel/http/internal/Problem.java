package dev.semel.http.internal;

import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error of the filter's own, as a problem document (RFC 9457).
 *
 * @param code the kind's own, except for a rejection, which has one of the business
 * @param detail what happened and what to do; never a key, a payload or another caller's data
 * @param retryAfterSeconds when to try again; 0 if that is not said
 */
record Problem(ProblemKind kind, String code, String detail, long retryAfterSeconds) {
  static final String CONTENT_TYPE = "application/problem+json";

  static Problem of(ProblemKind kind, String detail) {
    return new Problem(kind, kind.code(), detail, 0);
  }

  /** Waiting for less than a second cannot be said, so it is rounded up. */
  Problem retryAfter(Duration wait) {
    long seconds = wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    return new Problem(kind, code, detail, Math.max(1, seconds));
  }

  /** The response that says it. */
  StoredResponse response(ProblemSettings settings) {
    int status = settings.statusOf(kind);
    List<HeaderField> fields = new ArrayList<>();
    fields.add(field("Content-Type", CONTENT_TYPE));
    fields.add(field("Content-Language", "en"));
    fields.add(field("Cache-Control", "no-store"));
    fields.add(new HeaderField("Link", false, List.of(link(settings))));
    if (retryAfterSeconds > 0) {
      fields.add(field("Retry-After", Long.toString(retryAfterSeconds)));
    }
    return StoredResponse.of(status, fields, json(settings, status));
  }

  private static HeaderField field(String name, String value) {
    return new HeaderField(name, true, List.of(value));
  }

  private String link(ProblemSettings settings) {
    @Nullable URI docs = settings.docs();
    String target = docs == null ? settings.typeOf(kind) : docs.toASCIIString();
    String type = target.startsWith("http") ? "; type=\"text/html\"" : "";
    return "<" + target + ">; rel=\"describedby\"" + type;
  }

  private byte[] json(ProblemSettings settings, int status) {
    StringBuilder json = new StringBuilder("{");
    text(json, "type", settings.typeOf(kind)).append(',');
    text(json, "title", kind.title()).append(',');
    json.append("\"status\":").append(status).append(',');
    text(json, "detail", detail).append(',');
    text(json, "code", code).append(',');
    json.append("\"retryable\":").append(kind.isRetryable());
    if (retryAfterSeconds > 0) {
      json.append(",\"retry_after\":").append(retryAfterSeconds);
    }
    return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static StringBuilder text(StringBuilder json, String member, String value) {
    json.append('"').append(member).append("\":\"");
    value.chars().forEach(character -> escape(json, (char) character));
    return json.append('"');
  }

  private static void escape(StringBuilder json, char character) {
    if (character == '"' || character == '\\') {
      json.append('\\').append(character);
    } else if (Character.isISOControl(character) || Character.isSurrogate(character)) {
      json.append("\\u%04x".formatted((int) character));
    } else {
      json.append(character);
    }
  }
}
