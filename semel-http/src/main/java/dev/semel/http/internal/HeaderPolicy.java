package dev.semel.http.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which headers of a response are kept. Not kept is what belongs to one message or one hop, what
 * carries credentials, and what a layer in front computes for each request. Immutable.
 */
public final class HeaderPolicy {
  private static final Set<String> MESSAGE =
      caseless(
          List.of(
              // Of the connection.
              "Connection",
              "Keep-Alive",
              "Proxy-Connection",
              "TE",
              "Trailer",
              "Transfer-Encoding",
              "Upgrade",
              "HTTP2-Settings",
              "Alt-Svc",
              "Via",
              // Computed again.
              "Content-Length",
              "Date",
              "Age",
              "Server",
              "X-Powered-By",
              "Server-Timing",
              // Credentials and state of the client.
              "Set-Cookie",
              "Set-Cookie2",
              "Clear-Site-Data",
              "WWW-Authenticate",
              "Authorization",
              "Authentication-Info",
              "Proxy-Authenticate",
              "Proxy-Authentication-Info",
              "Proxy-Authorization",
              // Of one request.
              "X-Request-Id",
              "Request-Id",
              "X-Correlation-Id",
              "Correlation-Id",
              "X-Trace-Id",
              "Traceparent",
              "Tracestate",
              "B3",
              "RateLimit",
              "Idempotent-Replayed"));

  /** Families of such fields. */
  private static final List<String> PREFIXES =
      List.of("access-control-", "ratelimit-", "x-ratelimit-", "x-rate-limit-", "x-b3-");

  /** Belong to the bytes of a body; without it they would describe nothing. */
  private static final Set<String> OF_BODY =
      caseless(
          List.of(
              "Content-Type",
              "Content-Encoding",
              "Content-Language",
              "Content-Disposition",
              "Content-Range",
              "Content-MD5",
              "Content-Digest",
              "Repr-Digest",
              "Digest"));

  /** Would break the message or give one caller's session to another; nobody may allow them. */
  private static final Set<String> ALWAYS_DENIED =
      caseless(
          List.of(
              "Connection",
              "Content-Length",
              "Keep-Alive",
              "Proxy-Connection",
              "Set-Cookie",
              "Set-Cookie2",
              "TE",
              "Trailer",
              "Transfer-Encoding",
              "Upgrade"));

  private final Set<String> allowed;
  private final Set<String> denied;

  private HeaderPolicy(Set<String> allowed, Set<String> denied) {
    this.allowed = allowed;
    this.denied = denied;
  }

  /**
   * The standard rules with exceptions.
   *
   * @param allowed kept although the rules say otherwise
   * @param denied not kept although the rules say otherwise
   */
  public static HeaderPolicy of(Collection<String> allowed, Collection<String> denied) {
    for (String name : allowed) {
      if (ALWAYS_DENIED.contains(name)) {
        throw new IllegalArgumentException(
            name + " must not be kept: it belongs to one message or one session; leave it out");
      }
    }
    return new HeaderPolicy(caseless(allowed), caseless(denied));
  }

  private static Set<String> caseless(Collection<String> names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(names);
    return Collections.unmodifiableSet(set);
  }

  /** The fields that are kept. */
  List<HeaderField> kept(List<HeaderField> fields) {
    Set<String> ofThisHop = namedByConnection(fields);
    List<HeaderField> kept = new ArrayList<>();
    for (HeaderField field : fields) {
      if (keeps(field.name()) && !ofThisHop.contains(field.name())) {
        kept.add(field);
      }
    }
    return kept;
  }

  private boolean keeps(String name) {
    if (denied.contains(name)) {
      return false;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    boolean isUsuallyDenied =
        MESSAGE.contains(name) || PREFIXES.stream().anyMatch(lower::startsWith);
    return !isUsuallyDenied || allowed.contains(name);
  }

  /** What a Connection field names belongs to the connection too. */
  private static Set<String> namedByConnection(List<HeaderField> fields) {
    List<String> names = new ArrayList<>();
    for (HeaderField field : fields) {
      if (field.isNamed("Connection")) {
        field.values().forEach(value -> addTokens(value, names));
      }
    }
    return caseless(names);
  }

  private static void addTokens(String value, List<String> names) {
    for (String token : value.split(",", -1)) {
      names.add(token.strip());
    }
  }

  /** The fields that still make sense when the body is not kept. */
  static List<HeaderField> withoutBody(List<HeaderField> fields) {
    return fields.stream().filter(field -> !OF_BODY.contains(field.name())).toList();
  }
}
