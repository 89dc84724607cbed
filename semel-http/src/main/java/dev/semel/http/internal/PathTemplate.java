package dev.semel.http.internal;

import java.util.List;

/**
 * A path template: literal segments, placeholders for one segment each, and perhaps {@code /**} at
 * the end for any number of further ones. Immutable.
 */
public final class PathTemplate {
  private static final String REST = "**";

  private final List<String> segments;
  private final boolean takesRest;

  private PathTemplate(List<String> segments, boolean takesRest) {
    this.segments = segments;
    this.takesRest = takesRest;
  }

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException that says what is wrong with it
   */
  public static PathTemplate parse(String template) {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("a path template begins with a slash: " + template);
    }
    List<String> segments = split(template);
    int last = segments.size() - 1;
    boolean takesRest = segments.get(last).equals(REST);
    List<String> own = takesRest ? segments.subList(0, last) : segments;
    own.forEach(segment -> check(segment, template));
    return new PathTemplate(List.copyOf(own), takesRest);
  }

  private static void check(String segment, String template) {
    boolean isPlain = segment.indexOf('{') < 0 && segment.indexOf('}') < 0;
    if (segment.contains("*") || !(isPlain || isPlaceholder(segment))) {
      throw new IllegalArgumentException(
          "'%s' in %s is neither text nor a placeholder such as {id}; ** stands at the end only"
              .formatted(segment, template));
    }
  }

  private static boolean isPlaceholder(String segment) {
    return segment.length() > 2
        && segment.indexOf('{') == 0
        && segment.lastIndexOf('{') == 0
        && segment.indexOf('}') == segment.length() - 1;
  }

  private static List<String> split(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  /** Whether a path, decoded and beginning with a slash, fits. */
  public boolean matches(String path) {
    int at = 0;
    for (String segment : segments) {
      if (at >= path.length() || path.charAt(at) != '/') {
        return false;
      }
      int slash = path.indexOf('/', at + 1);
      int end = slash < 0 ? path.length() : slash;
      if (!fits(segment, path, at + 1, end)) {
        return false;
      }
      at = end;
    }
    return at == path.length() || (takesRest && path.charAt(at) == '/');
  }

  private static boolean fits(String segment, String path, int from, int end) {
    return isPlaceholder(segment)
        ? end > from
        : segment.length() == end - from && path.startsWith(segment, from);
  }
}
