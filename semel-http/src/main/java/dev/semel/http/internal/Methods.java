package dev.semel.http.internal;

import java.util.Set;

/** What the methods of HTTP mean for keys. */
public final class Methods {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT");

  private Methods() {}

  /** Whether requests with this method change nothing and pass untouched, whatever they carry. */
  public static boolean isSafe(String method) {
    return SAFE.contains(method);
  }
}
