package dev.semel.http.internal;

import dev.semel.http.HttpAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a response. Immutable; the body is neither copied nor changed.
 *
 * @param fields headers, in order
 * @param body as it was sent, before any coding that is applied in front of the filter
 * @param errorMessage given if the handler asked the container for its error page, which is then
 *     made anew for each retry; empty if it gave no message
 * @param unkeptBytes how large a body was that is too large to be kept; 0 if it is kept
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StoredResponse(
    int status,
    List<HeaderField> fields,
    byte[] body,
    @Nullable String errorMessage,
    long unkeptBytes) {
  StoredResponse {
    fields = List.copyOf(fields);
    Objects.requireNonNull(body, "body");
  }

  static StoredResponse of(int status, List<HeaderField> fields, byte[] body) {
    return new StoredResponse(status, fields, body, null, 0);
  }

  /** The response of a handler that asked for the container's error page. */
  static StoredResponse error(int status, List<HeaderField> fields, String message) {
    return new StoredResponse(status, fields, new byte[0], message, 0);
  }

  /** A response of which only the fact is kept. */
  static StoredResponse unkept(int status, long bytes) {
    return new StoredResponse(status, List.of(), new byte[0], null, Math.max(1, bytes));
  }

  static StoredResponse of(HttpAnswer answer) {
    List<HeaderField> fields = new ArrayList<>();
    for (HttpAnswer.Header header : answer.headers()) {
      fields.add(new HeaderField(header.name(), false, List.of(header.value())));
    }
    return of(answer.status(), fields, answer.body());
  }

  boolean isKept() {
    return unkeptBytes == 0;
  }

  /** Says how much there is, never what it is. */
  @Override
  public String toString() {
    return "StoredResponse[%d, %d fields, %d bytes]".formatted(status, fields.size(), body.length);
  }
}
