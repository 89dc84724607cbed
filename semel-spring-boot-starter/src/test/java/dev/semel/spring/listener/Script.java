package dev.semel.spring.listener;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Says how often a word fails, and counts how often it was tried. */
class Script {
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();

  void fail(String word, int times) {
    failures.put(word, times);
  }

  /** To be called in an effect. */
  void play(String word) {
    int attempt = attempts.computeIfAbsent(word, each -> new AtomicInteger()).incrementAndGet();
    if (attempt <= failures.getOrDefault(word, 0)) {
      throw new IllegalStateException("scripted failure of " + word);
    }
  }

  int attempts(String word) {
    AtomicInteger number = attempts.get(word);
    return number == null ? 0 : number.get();
  }
}
