package dev.semel.client;

import java.util.Map;

/**
 * Supplies headers anew for every attempt: credentials that expire, a trace id, what a journal must
 * not write down. Called before each attempt, on the thread that makes it; must be safe for use by
 * many threads.
 */
@FunctionalInterface
public interface RequestDecorator {
  /**
   * The headers of an attempt. They replace those of the intent of the same name; the key header is
   * refused.
   *
   * @param attempt from 1, in this call
   */
  Map<String, String> headers(ClientIntent intent, int attempt);

  /** Adds nothing. */
  static RequestDecorator none() {
    return (intent, attempt) -> Map.of();
  }
}
