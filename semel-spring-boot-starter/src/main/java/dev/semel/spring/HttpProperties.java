package dev.semel.spring;

import dev.semel.Duplicates;
import dev.semel.http.ErrorFormat;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.Quota;
import dev.semel.http.ScopedBy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How requests are protected, read from {@code semel.http.*}. Immutable; nonsense is refused at
 * start.
 *
 * @param order Where the filter stands, from -99 to 0: behind Spring Security's, which is at -100,
 *     and in front of whatever reads bodies.
 * @param anonymousAllowed Whether requests without a login are protected. They share one principal
 *     in their tenant, so that whoever guesses another's key and request gets that one's response.
 * @param headerNames Headers that a key may come in.
 * @param strictKeys Whether only the quoted form of RFC 9651 is a key. With false a bare one is
 *     taken too.
 * @param transientHeader Response header by which a handler says that its response is not to be
 *     kept.
 * @param expiresHeader Response header that says how long a key is known. Empty: it is not sent.
 * @param scopedBy Where a caller's key is unique: within the template of a handler, within one
 *     path, or within all handlers of the caller.
 * @param waitUpTo How long a duplicate of a request waits while the first attempt runs, up to 5m.
 *     With 0s it is refused at once.
 * @param maxWaiting How many duplicates may wait at the same time on one node. Each occupies a
 *     thread of the server. One beyond the limit is refused at once.
 * @param maxRequestSize Largest request body on a protected route. A larger one is refused. Uploads
 *     have the limits of spring.servlet.multipart.
 * @param maxResponseSize Largest response body that is kept. A larger one is sent, and a retry is
 *     told that it is not available.
 * @param retryBudget How long a request tries a store that fails. A store that is known to be
 *     unavailable is not tried at all.
 * @param memorySize Up to which size a body stays in memory. A larger one is spooled to a file.
 * @param spoolTo Directory for bodies that do not stay in memory. The system's own unless set.
 * @param keepingHeaders Response headers that are kept although they usually belong to one message.
 *     None unless set.
 * @param droppingHeaders Response headers that are not kept although they usually are. None unless
 *     set.
 * @param problems how errors are worded
 * @param quota how much one caller may use of one operation
 */
public record HttpProperties(
    @DefaultValue("-50") int order,
    @DefaultValue("false") boolean anonymousAllowed,
    @DefaultValue("Idempotency-Key") List<String> headerNames,
    @DefaultValue("false") boolean strictKeys,
    @DefaultValue("Transient-Error") String transientHeader,
    @DefaultValue(IdempotencyFilter.EXPIRES_HEADER) String expiresHeader,
    @DefaultValue("template") ScopedBy scopedBy,
    @DefaultValue("5s") Duration waitUpTo,
    @DefaultValue("50") int maxWaiting,
    @DefaultValue("10MB") DataSize maxRequestSize,
    @DefaultValue("256KB") DataSize maxResponseSize,
    @DefaultValue("10s") Duration retryBudget,
    @DefaultValue("256KB") DataSize memorySize,
    @Nullable Path spoolTo,
    @DefaultValue List<String> keepingHeaders,
    @DefaultValue List<String> droppingHeaders,
    @DefaultValue Problems problems,
    @DefaultValue QuotaLimits quota) {

  private static final int SPRING_SECURITY_ORDER = -100;

  public HttpProperties {
    headerNames = List.copyOf(headerNames);
    keepingHeaders = List.copyOf(keepingHeaders);
    droppingHeaders = List.copyOf(droppingHeaders);
    if (order <= SPRING_SECURITY_ORDER || order > 0) {
      throw new IllegalArgumentException(
          "semel.http.order is %d; give -99 to 0: behind Spring Security's filter and in front of whatever reads bodies"
              .formatted(order));
    }
    if (headerNames.isEmpty()) {
      throw new IllegalArgumentException("semel.http.header-names is empty; give at least one");
    }
    if (retryBudget.isNegative() || retryBudget.isZero()) {
      throw new IllegalArgumentException(
          "semel.http.retry-budget is %s; it must be longer than zero".formatted(retryBudget));
    }
    if (maxWaiting < 0) {
      throw new IllegalArgumentException(
          "semel.http.max-waiting is %d; give zero or more requests".formatted(maxWaiting));
    }
    var unused = Duplicates.waitUpTo(waitUpTo);
    refuseBeyond("max-request-size", maxRequestSize, Long.MAX_VALUE);
    refuseBeyond("max-response-size", maxResponseSize, Integer.MAX_VALUE);
    refuseBeyond("memory-size", memorySize, Integer.MAX_VALUE);
    if (spoolTo != null && !(Files.isDirectory(spoolTo) && Files.isWritable(spoolTo))) {
      throw new IllegalArgumentException(
          "semel.http.spool-to is %s, which is no directory that can be written to; make it, or name another"
              .formatted(spoolTo));
    }
  }

  private static void refuseBeyond(String name, DataSize size, long maxBytes) {
    if (size.toBytes() < 1 || size.toBytes() > maxBytes) {
      throw new IllegalArgumentException(
          "semel.http.%s is %s; give 1B to %dB".formatted(name, size, maxBytes));
    }
  }

  int maxResponseBytes() {
    return Math.toIntExact(maxResponseSize.toBytes());
  }

  int memoryBytes() {
    return Math.toIntExact(memorySize.toBytes());
  }

  /**
   * How errors are worded.
   *
   * @param typeBase What the type URI of a problem begins with; the kind follows directly.
   * @param docs Page that explains to callers how to use keys, sent as a link. None unless set.
   * @param statuses Other status for a kind of problem, such as in-progress=423. The usual one
   *     unless set.
   */
  public record Problems(
      @DefaultValue(ProblemSettings.DEFAULT_TYPE_BASE) String typeBase,
      @Nullable URI docs,
      @DefaultValue Map<ProblemKind, Integer> statuses) {

    public Problems {
      statuses = Map.copyOf(statuses);
      var unused = settings(typeBase, docs, statuses);
    }

    ProblemSettings settings() {
      return settings(typeBase, docs, statuses);
    }

    /** Returns the settings with the format of the application, if it has one. */
    ProblemSettings settings(@Nullable ErrorFormat format) {
      return format == null ? settings() : settings().format(format);
    }

    private static ProblemSettings settings(
        String typeBase, @Nullable URI docs, Map<ProblemKind, Integer> statuses) {
      ProblemSettings settings = ProblemSettings.standard().typeBase(typeBase);
      if (docs != null) {
        settings = settings.docs(docs);
      }
      for (Map.Entry<ProblemKind, Integer> status : statuses.entrySet()) {
        settings = settings.status(status.getKey(), status.getValue());
      }
      return settings;
    }
  }

  /**
   * How much one caller may use of one operation.
   *
   * @param maxLiveRecords How many of the caller's keys may be stored. Any number unless set.
   * @param maxInFlight How many of the caller's requests may be under way on one node. Any number
   *     unless set.
   * @param maxNewPerMinute How many new keys the caller may use in a minute on one node. Any number
   *     unless set.
   */
  public record QuotaLimits(
      @Nullable Integer maxLiveRecords,
      @Nullable Integer maxInFlight,
      @Nullable Integer maxNewPerMinute) {

    public QuotaLimits {
      var unused = quota(maxLiveRecords, maxInFlight, maxNewPerMinute);
    }

    Quota quota() {
      return quota(maxLiveRecords, maxInFlight, maxNewPerMinute);
    }

    private static Quota quota(
        @Nullable Integer records, @Nullable Integer inFlight, @Nullable Integer perMinute) {
      return new Quota(limit(records), limit(inFlight), limit(perMinute));
    }

    private static int limit(@Nullable Integer value) {
      return value == null ? Quota.UNLIMITED : value;
    }
  }
}
