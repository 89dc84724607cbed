package dev.semel.bench.contender;

/** A library as its documentation shows it, with a task to do. */
interface Contender extends AutoCloseable {
  /** Takes one call, and returns what the caller is told. An exception is an answer too. */
  String take(Call call) throws Exception;

  /** Stops what it has started. */
  @Override
  default void close() {}
}
