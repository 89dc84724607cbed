package dev.semel.http;

import dev.semel.Duplicates;
import dev.semel.Isolation;
import dev.semel.Retention;
import dev.semel.RetryPolicy;
import dev.semel.Scope;
import dev.semel.http.internal.Methods;
import dev.semel.http.internal.PathTemplate;
import dev.semel.http.internal.RouteSettings;
import dev.semel.http.internal.RouteSettings.Reading;
import dev.semel.http.internal.RouteSettings.Running;
import dev.semel.http.internal.RouteSettings.Storing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A protected operation of an HTTP API: which requests it takes, and how their commands are run and
 * kept. Immutable and safe for use by several threads.
 *
 * <pre>{@code
 * Route.post("/cases/{id}/approve").keys(KeyPolicy.lenient().uuid()).retainedFor(Duration.ofDays(30))
 * }</pre>
 */
public final class Route {
  /** Larger request bodies are refused unless the route says otherwise. */
  public static final long DEFAULT_MAX_REQUEST_BYTES = 10L * 1024 * 1024;

  /** How long a duplicate waits for the first attempt: less than proxies and clients usually do. */
  public static final Duration DEFAULT_WAIT = Duration.ofSeconds(5);

  /** The operation of all keys that {@link ScopedBy#CALLER} puts in one scope. */
  public static final String ANY_OPERATION = "*";

  private final String method;
  private final @Nullable PathTemplate template;
  private final String operation;
  private final RouteSettings settings;

  private Route(
      String method, @Nullable PathTemplate template, String operation, RouteSettings settings) {
    if (Methods.isSafe(method)) {
      throw new IllegalArgumentException(
          method + " changes nothing and is never protected; leave it out");
    }
    this.method = method;
    this.template = template;
    this.operation = Scope.of("any", operation).operation();
    this.settings = settings;
  }

  /** A route for POST. */
  public static Route post(String template) {
    return of("POST", template);
  }

  /** A route for PATCH. */
  public static Route patch(String template) {
    return of("PATCH", template);
  }

  /**
   * A route for a method and a path template, such as {@code /cases/{id}/approve}. A placeholder
   * takes one segment; {@code /**} at the end takes any number of further ones.
   */
  public static Route of(String method, String template) {
    PathTemplate parsed = PathTemplate.parse(template);
    return new Route(method, parsed, method + " " + template, RouteSettings.standard());
  }

  /** A route without a template, for a {@link RouteResolver} that finds routes in its own way. */
  public static Route named(String method, String operation) {
    return new Route(method, null, operation, RouteSettings.standard());
  }

  private Route with(RouteSettings changed) {
    return new Route(method, template, operation, changed);
  }

  private Route with(Reading changed) {
    return with(settings.with(changed));
  }

  private Route with(Running changed) {
    return with(settings.with(changed));
  }

  private Route with(Storing changed) {
    return with(settings.with(changed));
  }

  /**
   * The operation's name, part of the scope of its keys; it must never change. Method and template
   * unless told.
   */
  public Route operation(String name) {
    return new Route(method, template, name, settings);
  }

  /** A request without a key is refused. The default. */
  public Route required() {
    return with(settings.reading().required(true));
  }

  /** A request without a key runs without protection. */
  public Route optional() {
    return with(settings.reading().required(false));
  }

  /** Which keys are taken. {@link KeyPolicy#lenient()} unless told. */
  public Route keys(KeyPolicy policy) {
    return with(settings.reading().keys(policy));
  }

  /** What makes two requests the same. {@link RequestRules#standard()} unless told. */
  public Route fingerprint(RequestRules rules) {
    return with(settings.reading().rules(rules));
  }

  /**
   * Maximum size of a request body in bytes. A multipart form has the limits of its servlet
   * instead, if the servlet has a multipart configuration. Default: {@link
   * #DEFAULT_MAX_REQUEST_BYTES}.
   */
  public Route maxRequestBytes(long bytes) {
    return with(settings.reading().maxRequestBytes(bytes));
  }

  /**
   * Callers that nobody knows may use this route. They share a bucket: whoever guesses another's
   * key and request gets that one's response. Only for routes whose responses are nobody's secret.
   *
   * @param bucket the name of the bucket, as the tenant in records
   */
  public Route anonymousAllowed(String bucket) {
    return with(settings.reading().anonymous(Caller.anonymous(bucket)));
  }

  /** Where a caller's key is unique. Within the template unless told. */
  public Route scopedBy(ScopedBy scopedBy) {
    return with(settings.reading().scopedBy(scopedBy));
  }

  /**
   * The handler, its effect and the kept response are one transaction. The default. The handler
   * works on {@link HttpEffect#of}, on the thread it was called on; its response is held back until
   * the transaction has committed.
   */
  public Route transactional() {
    return with(settings.running().leased(null));
  }

  /** The handler cannot be one transaction. */
  public Route leased(LeasedMode mode) {
    return with(settings.running().leased(mode));
  }

  /**
   * Sets what a duplicate does while the first attempt runs. Default: it waits for up to {@link
   * #DEFAULT_WAIT}, because the duplicate may be a proxy's retry of the only request that a client
   * sent. A waiting request keeps its thread and no database connection; {@link
   * IdempotencyFilter.Builder#maxWaiting} limits how many wait.
   */
  public Route duplicates(Duplicates duplicates) {
    return with(settings.running().duplicates(duplicates));
  }

  /**
   * Sets the status of the answer to a duplicate whose first attempt still runs: 202, 409, 423, 425
   * or 429. Choose by what the clients of this route retry by themselves. Default: the status that
   * {@link ProblemSettings} has for {@link ProblemKind#IN_PROGRESS}, which is 409.
   *
   * <p>With 202, clients that do not look at the body take the command for accepted, and never ask
   * for its answer.
   */
  public Route inProgressStatus(int status) {
    return with(settings.running().inProgressStatus(status));
  }

  /**
   * Sets how often and how long the store is tried before a request is refused. A store that is
   * known to be unavailable is not tried at all. Default: {@link RetryPolicy#standard()}.
   */
  public Route retrying(RetryPolicy policy) {
    return with(settings.running().retries(policy));
  }

  /** The isolation of the transaction. The database's default unless told. */
  public Route isolation(Isolation isolation) {
    return with(settings.running().isolation(isolation));
  }

  /**
   * When the store is away and the handler has not begun, it is run without protection: a retry may
   * do its work twice. Refused with 503 unless told.
   */
  public Route failingOpen() {
    return with(settings.running().failingOpen(true));
  }

  /**
   * When the transaction has to be run again, after a deadlock for instance, the handler is called
   * a second time within the same request, with the same body and a fresh response. Without it such
   * a request is answered with 503, and the client's retry runs it.
   *
   * <p>Choose it only for handlers that can be called twice, and note the container: on Tomcat a
   * filter chain can be walked once, so that filters behind this one are skipped the second time.
   */
  public Route rerunningHandler() {
    return with(settings.running().rerunning(true));
  }

  /**
   * A response counts only if the handler had begun, which {@link Idempotency#begin} tells. For
   * frameworks that answer by themselves before they call a handler: no such route, no such media
   * type, a body that cannot be parsed. Every response counts unless told.
   */
  public Route keptOnceBegun() {
    return with(settings.running().keptOnceBegun(true));
  }

  /**
   * Commits what a handler wrote before it answered 4xx, together with the stored answer. For
   * frameworks whose services roll back their own transactions when they fail. Default: a handler
   * that answers 4xx is rolled back.
   */
  public Route committingRefusals() {
    return with(settings.running().committingRefusals(true));
  }

  /** How long a kept response answers retries. {@link Retention#DEFAULT_PERIOD} unless told. */
  public Route retainedFor(Duration period) {
    return with(settings.storing().retention(Retention.of(period)));
  }

  /** As {@link #retainedFor}, with the choice of for ever. */
  public Route retained(Retention retention) {
    return with(settings.storing().retention(retention));
  }

  /** Which responses are kept. {@link StatusPolicy#standard()} unless told. */
  public Route storing(StatusPolicy policy) {
    return with(settings.storing().statuses(policy));
  }

  /** What is kept of them. {@link Keep#EVERYTHING} unless told. */
  public Route keeping(Keep keep) {
    return with(settings.storing().keep(keep));
  }

  /**
   * The largest response body that is kept. The first caller gets a larger one in full; a retry is
   * told that it is not available. {@link dev.semel.Replay#DEFAULT_MAX_BYTES} unless told.
   */
  public Route maxResponseBytes(int bytes) {
    return with(settings.storing().maxBytes(bytes));
  }

  /**
   * Checks whether the caller of a retry may call the handler now, before the retry learns anything
   * about its intent. The filter dispatches the retry like a first request. The code that
   * authorises calls of the handler must ask {@link Idempotency#isReplayCheck}; if it is true, it
   * must call {@link Idempotency#allowReplay} in place of the handler. If it does not, the client
   * gets the response of this dispatch, and the stored response stays for a caller who is entitled.
   * Default: only the filters in front of this one authorise a retry.
   */
  public Route authorizingReplays() {
    return with(settings.storing().authorizingReplays(true));
  }

  public String method() {
    return method;
  }

  public String operation() {
    return operation;
  }

  /** Whether a request without a key is refused. */
  public boolean isRequired() {
    return settings.reading().required();
  }

  /** Whether callers that nobody knows may use it. */
  public boolean isAnonymousAllowed() {
    return settings.reading().anonymous() != null;
  }

  /** Returns the status of a duplicate in progress; null if that of the filter applies. */
  public @Nullable Integer inProgressStatus() {
    return settings.running().inProgressStatus();
  }

  /** Returns where a caller's key is unique. */
  public ScopedBy scope() {
    return settings.reading().scopedBy();
  }

  /** Whether its handler is not one transaction. */
  public boolean isLeased() {
    return settings.running().leased() != null;
  }

  /** Whether a request for this path is for this route. Never, if the route has no template. */
  public boolean matches(String requestMethod, String path) {
    return template != null && method.equals(requestMethod) && template.matches(path);
  }

  /** Returns whether the caller of a retry must be allowed to call the handler. */
  public boolean isAuthorizingReplays() {
    return settings.storing().authorizingReplays();
  }

  /** Whether it can be found by method and path. */
  public boolean hasTemplate() {
    return template != null;
  }

  /** How it is run and kept. */
  public RouteSettings settings() {
    return settings;
  }

  @Override
  public String toString() {
    return "Route[" + operation + "]";
  }
}
