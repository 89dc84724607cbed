package dev.semel.testing.crash;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A broker that delivers a message until it is acknowledged. */
final class Queue {
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  void acknowledge(String key) {
    acknowledged.add(key);
  }

  /** The same, as clients do it that come with libraries. */
  void acknowledgeOrFail(String key) throws IOException {
    if (key.isEmpty()) {
      throw new IOException("there is nothing to acknowledge");
    }
    acknowledge(key);
  }

  /** The answer to what is acknowledged, or nothing. */
  String look(String key) throws IOException {
    if (key.isEmpty()) {
      throw new IOException("there is nothing to look for");
    }
    return isGone(key) ? "paid" : "";
  }

  /** Whether it will not be delivered again. */
  boolean isGone(String key) {
    return acknowledged.contains(key);
  }
}
