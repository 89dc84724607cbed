package dev.semel.http;

import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the filter words its own errors. Immutable.
 *
 * <ul>
 *   <li>type base: what a problem's type URI begins with; {@value #DEFAULT_TYPE_BASE} unless told
 *   <li>docs: where callers can read on, sent as a Link; none unless told
 *   <li>statuses: see {@link #status}
 *   <li>format: see {@link #format(ErrorFormat)}
 * </ul>
 */
public final class ProblemSettings {
  /** Absolute, and nobody's host. */
  public static final String DEFAULT_TYPE_BASE = "urn:semel:problem:";

  private static final Logger LOG = LoggerFactory.getLogger(ProblemSettings.class);
  private static final int ACCEPTED = 202;
  private static final int MIN_CLIENT_ERROR = 400;
  private static final int MAX_CLIENT_ERROR = 499;
  private static final Set<ProblemKind> FREE =
      EnumSet.of(
          ProblemKind.KEY_MISSING,
          ProblemKind.KEY_MALFORMED,
          ProblemKind.KEY_TOO_LONG,
          ProblemKind.MISMATCH,
          ProblemKind.IN_PROGRESS,
          ProblemKind.OUTCOME_UNKNOWN,
          ProblemKind.RESULT_UNAVAILABLE,
          ProblemKind.ABANDONED,
          ProblemKind.REJECTED);

  private final String typeBase;
  private final @Nullable URI docs;
  private final Map<ProblemKind, Integer> statuses;

  private final ErrorFormat format;

  private ProblemSettings(
      String typeBase, @Nullable URI docs, Map<ProblemKind, Integer> statuses, ErrorFormat format) {
    this.typeBase = typeBase;
    this.docs = docs;
    this.statuses = statuses;
    this.format = format;
  }

  public static ProblemSettings standard() {
    return new ProblemSettings(
        DEFAULT_TYPE_BASE, null, new EnumMap<>(ProblemKind.class), ErrorFormat.problemJson());
  }

  /**
   * What type URIs begin with; the kind follows directly, so end it with a slash, a colon or a
   * hash. Best a place where each kind is explained.
   */
  public ProblemSettings typeBase(String base) {
    if (!URI.create(base + "kind").isAbsolute()) {
      throw new IllegalArgumentException(
          "the base of problem types must be absolute, such as https://example.com/problems/");
    }
    return new ProblemSettings(base, docs, statuses, format);
  }

  /** The page that explains to callers how to use keys here. */
  public ProblemSettings docs(URI page) {
    return new ProblemSettings(typeBase, page, statuses, format);
  }

  /**
   * Another status for a kind, for callers who expect what another provider sends. Only for kinds
   * that are the caller's affair, and only a client error; {@link ProblemKind#IN_PROGRESS} can have
   * 202 too.
   */
  public ProblemSettings status(ProblemKind kind, int status) {
    boolean accepted = kind == ProblemKind.IN_PROGRESS && status == ACCEPTED;
    boolean clientError = status >= MIN_CLIENT_ERROR && status <= MAX_CLIENT_ERROR;
    if (!FREE.contains(kind) || !(clientError || accepted)) {
      throw new IllegalArgumentException(
          "%s cannot have status %d; one of %s can have %d to %d"
              .formatted(kind, status, FREE, MIN_CLIENT_ERROR, MAX_CLIENT_ERROR));
    }
    Map<ProblemKind, Integer> more = new EnumMap<>(ProblemKind.class);
    more.putAll(statuses);
    more.put(kind, status);
    return new ProblemSettings(typeBase, docs, more, format);
  }

  /** Sets how the bodies of errors are written. Default: {@link ErrorFormat#problemJson}. */
  public ProblemSettings format(ErrorFormat newFormat) {
    return new ProblemSettings(typeBase, docs, statuses, newFormat);
  }

  /** The type URI of a kind. */
  public String typeOf(ProblemKind kind) {
    return typeBase + kind.typeName();
  }

  /** The status of a kind. */
  public int statusOf(ProblemKind kind) {
    return statuses.getOrDefault(kind, kind.defaultStatus());
  }

  /** Returns the body of an error: as the format writes it, or a problem document if it fails. */
  public ErrorBody bodyOf(FilterError error) {
    try {
      return format.format(error);
    } catch (RuntimeException e) {
      LOG.error(
          "the ErrorFormat of the application failed for {}; problem+json is sent instead",
          error.code(),
          e);
      return ErrorFormat.problemJson().format(error);
    }
  }

  /** Where callers can read on; null if nowhere. */
  public @Nullable URI docs() {
    return docs;
  }
}
