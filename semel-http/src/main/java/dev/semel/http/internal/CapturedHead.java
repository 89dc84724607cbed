package dev.semel.http.internal;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The status and headers that are set behind the filter, laid over those that were set in front of
 * it. Nothing reaches the real response before {@link #applyTo}. For one thread at a time.
 */
final class CapturedHead {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final HttpServletResponse before;
  private final Map<String, Lines> fields = new LinkedHashMap<>();
  private final List<Cookie> cookies = new ArrayList<>();
  private int status = HttpServletResponse.SC_OK;

  CapturedHead(HttpServletResponse before) {
    this.before = before;
  }

  /** The lines of one field. */
  private static final class Lines {
    private final String name;
    private final List<String> values = new ArrayList<>();
    private boolean replacing;

    Lines(String name) {
      this.name = name;
    }
  }

  int status() {
    return status;
  }

  void status(int value) {
    status = value;
  }

  void add(Cookie cookie) {
    cookies.add(cookie);
  }

  /** Puts one line in place of whatever was there; null leaves none. */
  void set(String name, @Nullable String value) {
    Lines lines = lines(name);
    lines.replacing = true;
    lines.values.clear();
    if (value != null) {
      lines.values.add(value);
    }
  }

  void add(String name, @Nullable String value) {
    if (value != null) {
      lines(name).values.add(value);
    }
  }

  static String date(long epochMillis) {
    return HTTP_DATE.format(Instant.ofEpochMilli(epochMillis));
  }

  private Lines lines(String name) {
    return fields.computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new Lines(name));
  }

  /** As it would be sent now: what was set in front, and what was laid over it. */
  List<String> get(String name) {
    Lines laidOver = fields.get(name.toLowerCase(Locale.ROOT));
    List<String> all = new ArrayList<>();
    if (laidOver == null || !laidOver.replacing) {
      all.addAll(before.getHeaders(name));
    }
    if (laidOver != null) {
      all.addAll(laidOver.values);
    }
    return all;
  }

  Collection<String> names() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(before.getHeaderNames());
    fields.values().forEach(lines -> names.add(lines.name));
    names.removeIf(name -> get(name).isEmpty());
    return new LinkedHashSet<>(names);
  }

  /** Forgets everything but what was set in front. */
  void clear() {
    fields.clear();
    cookies.clear();
    status = HttpServletResponse.SC_OK;
  }

  /** What was set behind the filter, in the order of the first mention of each field. */
  List<HeaderField> fields() {
    return fields.values().stream()
        .map(lines -> new HeaderField(lines.name, lines.replacing, List.copyOf(lines.values)))
        .toList();
  }

  /** Sends everything on to the real response. */
  void applyTo(HttpServletResponse response) {
    response.setStatus(status);
    fields().forEach(field -> field.applyTo(response));
    cookies.forEach(response::addCookie);
  }
}
