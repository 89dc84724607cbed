package dev.semel.http;

import dev.semel.Semel;
import dev.semel.http.internal.DuplicateWaits;
import dev.semel.http.internal.FilterParts;
import dev.semel.http.internal.Gate;
import dev.semel.http.internal.HeaderPolicy;
import dev.semel.http.internal.Heartbeats;
import dev.semel.http.internal.Notices;
import dev.semel.http.internal.Quotas;
import dev.semel.http.internal.RouteOperations;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives the header {@code Idempotency-Key} its meaning for the routes of a servlet application: a
 * request that is sent twice with the same key is done once, and both get the same response.
 *
 * <pre>{@code
 * IdempotencyFilter filter =
 *     IdempotencyFilter.builder(semel)
 *         .callers(request -> new Caller(tenantOf(request), request.getRemoteUser()))
 *         .route(Route.post("/cases"))
 *         .route(Route.post("/cases/{id}/approve"))
 *         .build();
 * }</pre>
 *
 * <p>Register it behind everything that authenticates, authorises, limits rates, checks CSRF tokens
 * or answers CORS requests, and in front of everything that reads bodies; for {@link
 * #dispatcherTypes}, with asynchronous support switched on.
 *
 * <p><b>Guarantee.</b> A transactional route has at most one committed effect per caller, route and
 * key, and its client sees nothing that did not commit. A leased route is run at most once unless
 * its author said otherwise. <b>Order.</b> None between keys. <b>Threads.</b> Safe for use by
 * several threads, as every filter.
 */
public final class IdempotencyFilter implements Filter {
  /** The header of the draft standard, and the only one unless told otherwise. */
  public static final String KEY_HEADER = "Idempotency-Key";

  /** A response with this header set to true is not kept, unless told otherwise. */
  public static final String TRANSIENT_HEADER = "Transient-Error";

  /** Response header that says how long a key is known, unless another name is given. */
  public static final String EXPIRES_HEADER = "Idempotency-Key-Expires";

  /** How many duplicates wait at the same time, unless {@link Builder#maxWaiting} is called. */
  public static final int DEFAULT_MAX_WAITING = 50;

  private final Gate gate;
  private final Heartbeats heartbeats;

  private IdempotencyFilter(FilterParts parts) {
    this.gate = new Gate(parts);
    this.heartbeats = parts.heartbeats();
  }

  /** Starts a filter that keeps intents where {@code semel} does. */
  public static Builder builder(Semel semel) {
    return new Builder(semel);
  }

  /** The dispatches it has to be registered for: requests, and what goes on with them later. */
  public static EnumSet<DispatcherType> dispatcherTypes() {
    return EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest httpRequest
        && response instanceof HttpServletResponse httpResponse) {
      gate.pass(httpRequest, httpResponse, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  @Override
  public void destroy() {
    heartbeats.close();
  }

  /** Makes a filter. For one thread. */
  public static final class Builder {
    private static final int DEFAULT_MEMORY_BYTES = 256 * 1024;
    private static final long DEFAULT_MAX_HELD_BYTES = 1024L * 1024 * 1024;

    private final Semel semel;
    private final List<Route> listed = new ArrayList<>();
    private final List<HttpListener> listeners = new ArrayList<>();
    private final List<String> keptHeaders = new ArrayList<>();
    private final List<String> droppedHeaders = new ArrayList<>();
    private @Nullable CallerResolver callers;
    private @Nullable RouteResolver routes;
    private List<String> headerNames = List.of(KEY_HEADER);
    private String transientHeader = TRANSIENT_HEADER;
    private @Nullable String expiresHeader = EXPIRES_HEADER;
    private ProblemSettings problems = ProblemSettings.standard();
    private Quota quota = Quota.unlimited();
    private int maxWaiting = DEFAULT_MAX_WAITING;
    private int memoryBytes = DEFAULT_MEMORY_BYTES;
    private long maxHeldBytes = DEFAULT_MAX_HELD_BYTES;
    private Path spoolTo = Path.of(System.getProperty("java.io.tmpdir"));

    private Builder(Semel semel) {
      this.semel = Objects.requireNonNull(semel, "semel");
    }

    /** Who sends a request. Must be told: keys of different callers have to be kept apart. */
    public Builder callers(CallerResolver resolver) {
      this.callers = resolver;
      return this;
    }

    /** Adds a protected route. Of several that match a request, the first one added wins. */
    public Builder route(Route route) {
      listed.add(route);
      return this;
    }

    /** Finds the protected routes, in place of those that are added one by one. */
    public Builder routes(RouteResolver resolver) {
      this.routes = resolver;
      return this;
    }

    /**
     * The names under which a key may come; the first that a request has wins, and others must
     * agree with it. {@value IdempotencyFilter#KEY_HEADER} unless told.
     */
    public Builder headerNames(List<String> names) {
      if (names.isEmpty()) {
        throw new IllegalArgumentException("give at least one header name for the key");
      }
      this.headerNames = List.copyOf(names);
      return this;
    }

    /**
     * The response header by which a handler says that its response is transient. {@value
     * IdempotencyFilter#TRANSIENT_HEADER} unless told.
     */
    public Builder transientHeader(String name) {
      this.transientHeader = name;
      return this;
    }

    /**
     * Sets the response header that says how long a key is known, as an ISO-8601 duration such as
     * {@code PT168H}. It is sent with every response of a request that had a key, unless the route
     * keeps responses for ever. Default: {@value IdempotencyFilter#EXPIRES_HEADER}.
     */
    public Builder expiresHeader(String name) {
      this.expiresHeader = name;
      return this;
    }

    /** Does not say how long a key is known. */
    public Builder withoutExpiresHeader() {
      this.expiresHeader = null;
      return this;
    }

    /** How the filter words its own errors. {@link ProblemSettings#standard()} unless told. */
    public Builder problems(ProblemSettings settings) {
      this.problems = settings;
      return this;
    }

    /** How much one caller may use of one operation. {@link Quota#unlimited()} unless told. */
    public Builder quota(Quota limits) {
      this.quota = limits;
      return this;
    }

    /**
     * Sets how many duplicates may wait for their first attempt at the same time, on this node and
     * for all routes together. Each of them occupies a thread of the container; a duplicate beyond
     * the limit is answered as in progress immediately. Default: {@value
     * IdempotencyFilter#DEFAULT_MAX_WAITING}, a quarter of the threads that containers usually
     * have.
     */
    public Builder maxWaiting(int requests) {
      if (requests < 0) {
        throw new IllegalArgumentException(
            "max waiting is " + requests + "; give zero or more requests");
      }
      this.maxWaiting = requests;
      return this;
    }

    /** Who hears what became of each request. */
    public Builder listener(HttpListener listener) {
      listeners.add(listener);
      return this;
    }

    /**
     * Response headers that are kept although they usually belong to one message, such as {@code
     * Access-Control-Allow-Origin} where CORS is answered behind the filter.
     */
    public Builder keepingHeaders(String... names) {
      keptHeaders.addAll(List.of(names));
      return this;
    }

    /** Response headers that are not kept although they usually are. */
    public Builder droppingHeaders(String... names) {
      droppedHeaders.addAll(List.of(names));
      return this;
    }

    /** Up to how many bytes a body of either direction stays in memory. 256 KiB unless told. */
    public Builder memoryBytes(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("memory bytes is " + bytes + "; give zero or more");
      }
      this.memoryBytes = bytes;
      return this;
    }

    /**
     * How large a response can be that is held back until its transaction has committed. Beyond it
     * the handler fails. 1 GiB unless told.
     */
    public Builder maxHeldBytes(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException("max held bytes is " + bytes + "; at least 1 is needed");
      }
      this.maxHeldBytes = bytes;
      return this;
    }

    /** The directory for bodies that do not stay in memory. The system's own unless told. */
    public Builder spoolTo(Path directory) {
      if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
        throw new IllegalArgumentException(
            directory + " is not a directory that can be written to; make it, or name another");
      }
      this.spoolTo = directory;
      return this;
    }

    /**
     * Makes the filter.
     *
     * @throws IllegalStateException that says what is missing
     */
    public IdempotencyFilter build() {
      if (callers == null) {
        throw new IllegalStateException(
            "nobody says who sends a request; give callers(…), so that keys of different callers"
                + " are kept apart");
      }
      return new IdempotencyFilter(
          new FilterParts(
              semel,
              callers,
              resolver(),
              headerNames,
              transientHeader,
              expiresHeader,
              problems,
              headerPolicy(),
              new Notices(listeners),
              new Quotas(quota, semel.records(), System::nanoTime),
              new RouteOperations(),
              new DuplicateWaits(maxWaiting),
              new Heartbeats(),
              memoryBytes,
              maxHeldBytes,
              spoolTo));
    }

    private RouteResolver resolver() {
      if ((routes == null) == listed.isEmpty()) {
        throw new IllegalStateException(
            "the filter has to know its routes in one way: give route(…) for each, or"
                + " routes(…) with a resolver");
      }
      return routes == null ? RouteResolver.of(listed) : routes;
    }

    /** The filter sends the key and its retention with every response, so they are not kept. */
    private HeaderPolicy headerPolicy() {
      List<String> dropped = new ArrayList<>(droppedHeaders);
      dropped.addAll(headerNames);
      dropped.add(transientHeader);
      if (expiresHeader != null) {
        dropped.add(expiresHeader);
      }
      return HeaderPolicy.of(keptHeaders, dropped);
    }
  }
}
