package dev.semel.http;

import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the filter words its own errors. Immutable.
 *
 * <ul>
 *   <li>type base: what a problem's type URI begins with; {@value #DEFAULT_TYPE_BASE} unless told
 *   <li>docs: where callers can read on, sent as a Link; none unless told
 *   <li>statuses: see {@link #status}
 * </ul>
 */
public final class ProblemSettings {
  /** Absolute, and nobody's host. */
  public static final String DEFAULT_TYPE_BASE = "urn:semel:problem:";

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

  private ProblemSettings(String typeBase, @Nullable URI docs, Map<ProblemKind, Integer> statuses) {
    this.typeBase = typeBase;
    this.docs = docs;
    this.statuses = statuses;
  }

  public static ProblemSettings standard() {
    return new ProblemSettings(DEFAULT_TYPE_BASE, null, new EnumMap<>(ProblemKind.class));
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
    return new ProblemSettings(base, docs, statuses);
  }

  /** The page that explains to callers how to use keys here. */
  public ProblemSettings docs(URI page) {
    return new ProblemSettings(typeBase, page, statuses);
  }

  /**
   * Another status for a kind, for callers who expect what another provider sends. Only for kinds
   * that are the caller's affair, and only a client error.
   */
  public ProblemSettings status(ProblemKind kind, int status) {
    if (!FREE.contains(kind) || status < MIN_CLIENT_ERROR || status > MAX_CLIENT_ERROR) {
      throw new IllegalArgumentException(
          "%s cannot have status %d; one of %s can have %d to %d"
              .formatted(kind, status, FREE, MIN_CLIENT_ERROR, MAX_CLIENT_ERROR));
    }
    Map<ProblemKind, Integer> more = new EnumMap<>(ProblemKind.class);
    more.putAll(statuses);
    more.put(kind, status);
    return new ProblemSettings(typeBase, docs, more);
  }

  /** The type URI of a kind. */
  public String typeOf(ProblemKind kind) {
    return typeBase + kind.typeName();
  }

  /** The status of a kind. */
  public int statusOf(ProblemKind kind) {
    return statuses.getOrDefault(kind, kind.defaultStatus());
  }

  /** Where callers can read on; null if nowhere. */
  public @Nullable URI docs() {
    return docs;
  }
}
