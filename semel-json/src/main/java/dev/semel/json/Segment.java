package dev.semel.json;

/**
 * A stretch of the canonical text, from start to before end, packed into a long so that a document
 * with a million members does not need a million objects. The sign bit marks what a selection
 * leaves out.
 */
final class Segment {
  private Segment() {}

  static long of(int start, int end) {
    return ((long) start << Integer.SIZE) | end;
  }

  static long leftOut(long segment) {
    return segment | Long.MIN_VALUE;
  }

  static boolean isLeftOut(long segment) {
    return segment < 0;
  }

  static int start(long segment) {
    return (int) (segment >>> Integer.SIZE) & Integer.MAX_VALUE;
  }

  static int end(long segment) {
    return (int) segment;
  }
}
