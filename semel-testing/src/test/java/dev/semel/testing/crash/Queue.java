package dev.semel.testing.crash;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A broker that delivers a message until it is acknowledged. */
final class Queue {
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  void acknowledge(String key) {
    acknowledged.add(key);
  }

  /** Whether it will not be delivered again. */
  boolean isGone(String key) {
    return acknowledged.contains(key);
  }
}
