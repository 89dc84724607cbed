package dev.semel.bench.measure;

/** A command that can be done again and again, by several threads at a time. */
@FunctionalInterface
public interface Work {
  void once() throws Exception;

  /** Work that says itself which part of it counts. */
  @FunctionalInterface
  interface Timed {
    /** Does it once and returns how long the part took that is being measured. */
    long onceNanos() throws Exception;
  }

  /** Work of which all counts. */
  static Timed timed(Work work) {
    return () -> {
      long startNanos = System.nanoTime();
      work.once();
      return System.nanoTime() - startNanos;
    };
  }
}
