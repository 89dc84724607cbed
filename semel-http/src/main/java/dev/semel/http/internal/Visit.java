package dev.semel.http.internal;

import dev.semel.Intent;
import dev.semel.SemelException;
import dev.semel.http.Caller;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.Route;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request to a protected route. In this order, each step only if the one before allows it:
 * caller, key, availability of the store, slot, body, fingerprint, quota, claim. So a stranger
 * claims nothing, a bad key is never looked up, and a body is read once and only for those who may
 * send one.
 */
final class Visit {
  private static final Logger LOG = LoggerFactory.getLogger(Visit.class);

  /** Maximum number of nested exceptions that are searched for a cause. */
  private static final int MAX_CAUSES = 20;

  private final FilterParts parts;
  private final Route route;
  private final RouteSettings.Reading reading;
  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final FilterChain chain;
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable RequestBody body;
  private @Nullable Usage usage;
  private boolean handedOver;

  Visit(
      FilterParts parts,
      Route route,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain) {
    this.parts = parts;
    this.route = route;
    this.reading = route.settings().reading();
    this.request = request;
    this.response = response;
    this.chain = chain;
  }

  void protect() throws IOException, ServletException {
    request.setAttribute(Attributes.FILTERED, true);
    try {
      knowCaller();
    } catch (IOException | ServletException | RuntimeException failure) {
      if (response.isCommitted() || !isAnswered(failure)) {
        throw failure;
      }
    } finally {
      if (!handedOver) {
        end();
      }
    }
  }

  /** Answers failures that a handler cannot know; returns whether this is one. */
  private boolean isAnswered(Exception failure) throws IOException {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof MalformedFormException) {
        LOG.debug("{}: the form of the request is malformed", route, failure);
        refuse(HttpEvent.FORM_MALFORMED, Problems.formMalformed(), null);
        return true;
      }
      if (cause instanceof SpoolFailedException) {
        LOG.error("{}: a large body could not be buffered; refused", route, failure);
        refuse(HttpEvent.SPOOL_FAILED, Problems.spoolFailed(), null);
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Frees what the request holds, once. */
  private void end() {
    if (ended.compareAndSet(false, true)) {
      request.removeAttribute(Attributes.FILTERED);
      if (usage != null) {
        usage.leave();
      }
      closeBody();
    }
  }

  private void closeBody() {
    try {
      if (body != null) {
        body.close();
      }
    } catch (IOException e) {
      LOG.warn("a buffered request body could not be closed", e);
    }
  }

  private void knowCaller() throws IOException, ServletException {
    KeyHeader key = KeyHeader.read(request, parts.headerNames(), reading.keys());
    boolean mayComeLater = reading.keys().bodyPointer() != null;
    if (key instanceof KeyHeader.Absent && !mayComeLater && !reading.required()) {
      passUnprotected(request);
      return;
    }
    Caller caller;
    try {
      caller = parts.callers().resolve(request);
    } catch (IllegalArgumentException | NullPointerException e) {
      LOG.error(
          "{}: the caller resolver failed; let it return a caller with a valid tenant and principal, or null for an unknown caller",
          route,
          e);
      refuse(HttpEvent.NO_CALLER, Problems.invalidCaller(), null);
      return;
    }
    if (caller == null) {
      caller = reading.anonymous();
    }
    if (caller == null) {
      LOG.error(
          "{}: the caller resolver knows no caller; authenticate in front of the filter, let the resolver name this caller, or allow anonymous callers (in Spring Boot semel.http.anonymous-allowed=true)",
          route);
      refuse(HttpEvent.NO_CALLER, Problems.noCaller(), null);
    } else if (key instanceof KeyHeader.Absent && mayComeLater) {
      readBody(caller, null);
    } else if (key instanceof KeyHeader.Found found) {
      readBody(caller, found);
    } else {
      refuseWithoutKey(key);
    }
  }

  private void refuseWithoutKey(KeyHeader key) throws IOException {
    if (key instanceof KeyHeader.Bad bad) {
      refuse(HttpEvent.KEY_MALFORMED, Problems.keyBad(bad), null);
    } else {
      refuse(HttpEvent.KEY_MISSING, Problems.keyMissing(parts.headerNames().get(0)), null);
    }
  }

  private void readBody(Caller caller, KeyHeader.@Nullable Found found)
      throws IOException, ServletException {
    Duration unavailable = parts.semel().unavailableFor();
    if (unavailable != null && !route.settings().running().failingOpen()) {
      // Before the body is read, so that a slow client does not hold the thread.
      refuse(HttpEvent.STORE_UNAVAILABLE, Problems.storeUnavailable(unavailable), found);
      return;
    }
    Usage entered = parts.quotas().enter(caller, route);
    usage = entered;
    if (entered == null) {
      refuse(HttpEvent.OVER_QUOTA, Problems.overQuota(Usage.slotWait()), found);
      return;
    }
    RequestBody read;
    try {
      read =
          RequestBody.read(
              request, reading.maxRequestBytes(), parts.memoryBytes(), parts.spoolTo());
    } catch (BodyTooLargeException e) {
      refuse(HttpEvent.BODY_TOO_LARGE, Problems.bodyTooLarge(e.maxBytes()), found);
      return;
    } catch (BodyConsumedException e) {
      LOG.error("{}: {}", route, e.getMessage());
      refuse(HttpEvent.BODY_CONSUMED, Problems.bodyConsumed(), found);
      return;
    }
    body = read;
    identify(caller, entered, read);
  }

  private void identify(Caller caller, Usage entered, RequestBody read)
      throws IOException, ServletException {
    KeyHeader key = KeyHeader.read(request, parts.headerNames(), reading.keys(), read);
    if (key instanceof KeyHeader.Found found) {
      RequestPayload payload = RequestPayload.of(request, variant(), read);
      Intent<StoredResponse> intent =
          parts.operations().intent(route, caller, found.key(), payload);
      request.setAttribute(Attributes.INTENT, intent.id());
      run(
          new Exchange(
              parts, route, request, response, chain, found, intent, read, entered, this::end));
    } else if (key instanceof KeyHeader.Absent && !reading.required()) {
      passUnprotected(new BufferedRequest(request, read));
    } else {
      refuseWithoutKey(key);
    }
  }

  private String variant() {
    return RouteOperations.variant(route, parts.routes().versionOf(request));
  }

  private void run(Exchange exchange) throws IOException, ServletException {
    Duration wait = quotaWait(exchange);
    if (wait != null) {
      exchange.answer(HttpEvent.OVER_QUOTA, Problems.overQuota(wait));
      return;
    }
    LeasedMode leased = route.settings().running().leased();
    if (leased == null) {
      new TransactionalExchange(exchange).run();
      return;
    }
    LeasedRun granted = new LeasedExchange(exchange, leased).claim();
    if (granted != null) {
      handedOver = true;
      granted.run();
    }
  }

  /** A store that cannot count records cannot claim keys either, and the claim says so. */
  private static @Nullable Duration quotaWait(Exchange exchange) {
    try {
      return exchange.usage().waitFor(exchange.intent().id());
    } catch (SemelException failure) {
      LOG.debug("{}: records could not be counted", exchange.intent().id(), failure);
      return null;
    }
  }

  private void passUnprotected(HttpServletRequest passed) throws IOException, ServletException {
    parts.notices().tell(HttpEvent.UNPROTECTED, route);
    chain.doFilter(passed, response);
  }

  private void refuse(HttpEvent event, Problem problem, KeyHeader.@Nullable Found key)
      throws IOException {
    parts.notices().tell(event, route);
    ResponseWriter.write(problem.response(parts.problems()), response, () -> echo(key));
  }

  private void echo(KeyHeader.@Nullable Found key) {
    if (key != null && key.headerName() != null) {
      response.setHeader(key.headerName(), key.fieldValue());
    }
  }
}
