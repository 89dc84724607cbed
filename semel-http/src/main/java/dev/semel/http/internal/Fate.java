package dev.semel.http.internal;

import dev.semel.http.Route;
import dev.semel.http.StatusPolicy;
import jakarta.servlet.http.HttpServletRequest;

/** What becomes of a handler's response and of its effect. */
enum Fate {
  /** The effect stands and the response is kept. */
  KEEP,
  /** The effect stands; that it was done is kept, but not the response. */
  KEEP_FACT,
  /** The effect is undone, where that can be, and the response is kept. */
  REJECT,
  /** The effect is undone, where that can be, and the key is free again. */
  RELEASE,
  /** As {@link #RELEASE} where the effect can be undone; else the route's author has to say. */
  FAIL;

  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  /** Judges by what the handler said of its response, else by its status. */
  static Fate of(
      HttpServletRequest request, CapturedResponse response, Route route, String transientHeader) {
    boolean isBegun = request.getAttribute(Attributes.BEGUN) != null;
    Declaration declared = declaration(request, response, transientHeader);
    if (declared == Declaration.TRANSIENT
        || (route.settings().running().keptOnceBegun() && !isBegun)) {
      return RELEASE;
    }
    if (declared == Declaration.FAILED) {
      return FAIL;
    }
    int status = response.status();
    if (declared == Declaration.FINAL) {
      return StatusPolicy.isNeverKept(status) ? KEEP_FACT : KEEP;
    }
    boolean committing =
        route.settings().running().committingRefusals() && declared != Declaration.REJECTED;
    return byStatus(status, route.settings().storing().statuses(), committing);
  }

  private static Declaration declaration(
      HttpServletRequest request, CapturedResponse response, String transientHeader) {
    if (response.hasHeader(transientHeader, "true")) {
      return Declaration.TRANSIENT;
    }
    return request.getAttribute(Attributes.DECLARATION) instanceof Declaration declared
        ? declared
        : Declaration.NONE;
  }

  private static Fate byStatus(int status, StatusPolicy policy, boolean committing) {
    if (policy.stores(status)) {
      int undone = committing ? SERVER_ERRORS : CLIENT_ERRORS;
      return status < undone ? KEEP : REJECT;
    }
    if (status >= SERVER_ERRORS) {
      return FAIL;
    }
    boolean toldDone = status >= OK && status < CLIENT_ERRORS && status != NOT_MODIFIED;
    return toldDone ? KEEP_FACT : RELEASE;
  }
}
