package dev.semel.http.internal;

import dev.semel.http.ErrorBody;
import dev.semel.http.ErrorFormat;
import dev.semel.http.FilterError;
import java.nio.charset.StandardCharsets;

/** Problem documents (RFC 9457). */
public final class ProblemJson implements ErrorFormat {
  public static final ProblemJson INSTANCE = new ProblemJson();

  static final String CONTENT_TYPE = "application/problem+json";
  private static final String SUCCESS_CONTENT_TYPE = "application/json";
  private static final int MIN_ERROR_STATUS = 400;

  private ProblemJson() {}

  /** A status such as 202 is no problem, so its body is not announced as one. */
  @Override
  public ErrorBody format(FilterError error) {
    StringBuilder json = new StringBuilder("{");
    text(json, "type", error.type()).append(',');
    text(json, "title", error.title()).append(',');
    json.append("\"status\":").append(error.status()).append(',');
    text(json, "detail", error.detail()).append(',');
    text(json, "code", error.code()).append(',');
    json.append("\"retryable\":").append(error.isRetryable());
    if (error.retryAfterSeconds() > 0) {
      json.append(",\"retry_after\":").append(error.retryAfterSeconds());
    }
    String contentType = error.status() < MIN_ERROR_STATUS ? SUCCESS_CONTENT_TYPE : CONTENT_TYPE;
    return new ErrorBody(contentType, json.append('}').toString().getBytes(StandardCharsets.UTF_8));
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
