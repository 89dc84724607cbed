package dev.semel.bench.measure;

/** One of several ways to do the same work. */
public record Variant(String name, Work.Timed work) {

  public static Variant of(String name, Work work) {
    return new Variant(name, Work.timed(work));
  }
}
