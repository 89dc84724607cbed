package dev.semel.http.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The errors a sender is answered with, as problem documents (RFC 9457). Their words are fixed:
 * nothing of the request, of the handler or of the store gets into them.
 */
enum Problem {
  SIGNATURE_REFUSED(
      401,
      false,
      "The signature was refused",
      "The delivery is not signed with a key that is known here, or was not signed just now."),
  METHOD_NOT_ALLOWED(405, false, "The method is not allowed", "Deliver webhooks by POST."),
  MISMATCH(
      409,
      false,
      "The id was used before",
      "A message with this id and another payload was received before. Nothing was done."),
  BODY_TOO_LARGE(
      413, false, "The body is too large", "The body is larger than what is accepted here."),
  REJECTED(422, false, "The message was rejected", "The message cannot be applied. Do not retry."),
  NO_TENANT(
      500, true, "The message could not be attributed", "It is not known whose message this is."),
  NOT_APPLIED(
      500, true, "The message was not applied", "Nothing was done. Deliver the message again."),
  IN_PROGRESS(
      503,
      true,
      "The message is being applied",
      "Another delivery of this message is at work. Deliver it again later."),
  STORE_UNAVAILABLE(
      503,
      true,
      "The store is not available",
      "Nothing was done. Deliver the message again later."),
  COMMIT_UNKNOWN(
      503,
      true,
      "It is not known yet whether the message was applied",
      "The message may have been applied. Deliver it again later with the same id.");

  /** What every answer has: none of them is for a cache. */
  static final Map<String, String> COMMON_HEADERS = Map.of("Cache-Control", "no-store");

  /** Apart from the filter's: a type has one title. */
  private static final String TYPE_BASE = "urn:semel:problem:webhook:";

  private final int defaultStatus;
  private final boolean retryable;
  private final String title;
  private final String detail;

  Problem(int defaultStatus, boolean retryable, String title, String detail) {
    this.defaultStatus = defaultStatus;
    this.retryable = retryable;
    this.title = title;
    this.detail = detail;
  }

  WebhookReply reply(WebhookResult result) {
    return reply(result, defaultStatus, null);
  }

  WebhookReply reply(WebhookResult result, int status) {
    return reply(result, status, null);
  }

  WebhookReply reply(WebhookResult result, Duration retryAfter) {
    return reply(result, defaultStatus, retryAfter);
  }

  private WebhookReply reply(WebhookResult result, int status, @Nullable Duration retryAfter) {
    Long retryAfterSeconds = retryAfter == null ? null : wholeSeconds(retryAfter);
    Map<String, String> headers = new HashMap<>(COMMON_HEADERS);
    headers.put("Content-Type", "application/problem+json");
    headers.put("Content-Language", "en");
    if (retryAfterSeconds != null) {
      headers.put("Retry-After", retryAfterSeconds.toString());
    }
    if (this == SIGNATURE_REFUSED) {
      headers.put("WWW-Authenticate", "Webhook-Signature");
    }
    if (this == METHOD_NOT_ALLOWED) {
      headers.put("Allow", "POST");
    }
    return new WebhookReply(result, status, headers, document(status, retryAfterSeconds));
  }

  /** A part of a second is a second: nobody is asked to come back too early. */
  private static long wholeSeconds(Duration retryAfter) {
    return Math.max(1, retryAfter.plusSeconds(1).minusNanos(1).toSeconds());
  }

  private byte[] document(int status, @Nullable Long retryAfterSeconds) {
    String code = name().toLowerCase(Locale.ROOT);
    String retryAfter =
        retryAfterSeconds == null ? "" : ",\"retry_after\":%d".formatted(retryAfterSeconds);
    return """
    {"type":"%s","title":"%s","status":%d,"detail":"%s","code":"%s","retryable":%b%s}"""
        .formatted(
            TYPE_BASE + code.replace('_', '-'), title, status, detail, code, retryable, retryAfter)
        .getBytes(StandardCharsets.UTF_8);
  }
}
