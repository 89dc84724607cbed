package dev.semel.http.internal;

import dev.semel.http.ErrorBody;
import dev.semel.http.FilterError;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error of the filter's own.
 *
 * @param code the kind's own, except for a rejection, which has one of the business
 * @param detail what happened and what to do; never a key, a payload or another caller's data
 * @param retryAfterSeconds when to try again; 0 if that is not said
 * @param ownStatus status for this route; null: that of the settings
 */
record Problem(
    ProblemKind kind,
    String code,
    String detail,
    long retryAfterSeconds,
    @Nullable Integer ownStatus) {
  static Problem of(ProblemKind kind, String detail) {
    return new Problem(kind, kind.code(), detail, 0, null);
  }

  /** A rejection of the business. */
  static Problem rejected(String code, String detail) {
    return new Problem(ProblemKind.REJECTED, code, detail, 0, null);
  }

  /** Waiting for less than a second cannot be said, so it is rounded up. */
  Problem retryAfter(Duration wait) {
    long seconds = wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
    return new Problem(kind, code, detail, Math.max(1, seconds), ownStatus);
  }

  /** Returns the same problem with this status; null: that of the settings. */
  Problem status(@Nullable Integer status) {
    return new Problem(kind, code, detail, retryAfterSeconds, status);
  }

  /** The response that says it. */
  StoredResponse response(ProblemSettings settings) {
    FilterError error = error(settings);
    ErrorBody body = settings.bodyOf(error);
    List<HeaderField> fields = new ArrayList<>();
    fields.add(field("Content-Type", body.contentType()));
    if (body.contentType().equals(ProblemJson.CONTENT_TYPE)) {
      fields.add(field("Content-Language", "en"));
    }
    fields.add(field("Cache-Control", "no-store"));
    fields.add(new HeaderField("Link", false, List.of(link(error))));
    if (retryAfterSeconds > 0) {
      fields.add(field("Retry-After", Long.toString(retryAfterSeconds)));
    }
    return StoredResponse.of(error.status(), fields, body.bytes());
  }

  private FilterError error(ProblemSettings settings) {
    return new FilterError(
        kind,
        ownStatus == null ? settings.statusOf(kind) : ownStatus,
        code,
        detail,
        retryAfterSeconds,
        settings.typeOf(kind),
        settings.docs());
  }

  private static HeaderField field(String name, String value) {
    return new HeaderField(name, true, List.of(value));
  }

  private static String link(FilterError error) {
    @Nullable URI docs = error.docs();
    String target = docs == null ? error.type() : docs.toASCIIString();
    String type = target.startsWith("http") ? "; type=\"text/html\"" : "";
    return "<" + target + ">; rel=\"describedby\"" + type;
  }
}
