package dev.semel.http;

import dev.semel.IntentId;
import dev.semel.http.internal.Attributes;
import dev.semel.http.internal.Declaration;
import dev.semel.http.internal.ReplayCheck;
import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a handler can say about its own response, whatever its status. The last word counts. On a
 * request that is not protected nothing happens.
 */
public final class Idempotency {
  private Idempotency() {}

  /**
   * This response says something about the moment, not about the command: it is not kept, and a
   * retry runs anew. In a transactional route the effect is rolled back, even if the status is 2xx.
   */
  public static void transientAnswer(ServletRequest request) {
    request.setAttribute(Attributes.DECLARATION, Declaration.TRANSIENT);
  }

  /**
   * The handler has failed, whatever the status says. As with a 5xx, a transactional route rolls
   * the effect back and leaves the key free, and a leased one, where the effect may have happened,
   * does what it was told to do on failure. Where that is to store it, everybody is told that it
   * failed, the first client too, and this response is dropped: it may ask for a retry, and none
   * would help.
   */
  public static void failedAnswer(ServletRequest request) {
    request.setAttribute(Attributes.DECLARATION, Declaration.FAILED);
  }

  /**
   * The handler has failed as in {@link #failedAnswer}, because its transaction met a failure that
   * another run may not meet. A route that says {@link Route#rerunningHandler} runs it again if the
   * cause is a serialization failure or a deadlock.
   *
   * @param cause what it met
   */
  public static void failedAnswer(ServletRequest request, Throwable cause) {
    failedAnswer(request);
    request.setAttribute(Attributes.CAUSE, cause);
  }

  /**
   * This response words a rejection: a transactional route rolls the effect back, and stores the
   * response if its status is stored.
   */
  public static void rejectedAnswer(ServletRequest request) {
    request.setAttribute(Attributes.DECLARATION, Declaration.REJECTED);
  }

  /**
   * This response is the answer for good, even if the status is 4xx or 5xx: the handler vouches for
   * its effect. In a transactional route the effect commits together with the response.
   */
  public static void finalAnswer(ServletRequest request) {
    request.setAttribute(Attributes.DECLARATION, Declaration.FINAL);
  }

  /**
   * Marks the begin of the handler: from here on its responses count. For routes with {@link
   * Route#keptOnceBegun}, where whatever answers before, such as a router or a body parser, leaves
   * the key free; and for handlers of transactional routes that write nothing to the database, so
   * that the filter does not warn about them.
   */
  public static void begin(ServletRequest request) {
    request.setAttribute(Attributes.BEGUN, true);
  }

  /**
   * Returns whether the request is a retry that is dispatched only to check its caller, because its
   * route is {@link Route#authorizingReplays}. The handler must not be called.
   */
  public static boolean isReplayCheck(ServletRequest request) {
    return request.getAttribute(Attributes.REPLAY_CHECK) instanceof ReplayCheck;
  }

  /**
   * Allows the caller of a retry to have the stored response: the caller may call the handler. Does
   * nothing if the request is no {@linkplain #isReplayCheck replay check}.
   */
  public static void allowReplay(ServletRequest request) {
    if (request.getAttribute(Attributes.REPLAY_CHECK) instanceof ReplayCheck check) {
      check.allow();
    }
  }

  /** The intent that a protected request stands for; null if the request is not protected. */
  public static @Nullable IntentId intentOf(ServletRequest request) {
    return request.getAttribute(Attributes.INTENT) instanceof IntentId intent ? intent : null;
  }
}
