package dev.semel.client;

import java.util.List;
import java.util.Locale;

/** A request as the server read it. */
public record ReceivedRequest(String requestLine, List<String> headers, String body) {
  /** The value of a header; empty if it is missing. Two of them fail. */
  public String header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    List<String> found =
        headers.stream()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
            .map(line -> line.substring(prefix.length()).strip())
            .toList();
    if (found.size() > 1) {
      throw new AssertionError("more than one " + name);
    }
    return found.isEmpty() ? "" : found.get(0);
  }
}
