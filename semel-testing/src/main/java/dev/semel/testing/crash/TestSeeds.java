package dev.semel.testing.crash;

/**
 * The seeds of one test. Each tells by its bits which test it is of, which explorer of the test,
 * and which exploration of that explorer; the others are made up.
 *
 * @param test what seeds of this test have in their lowest bits
 */
record TestSeeds(long test) {
  private static final int TEST_BITS = 16;
  private static final int EXPLORATION_BITS = 4;
  private static final int EXPLORER_BITS = 4;
  private static final int PLACE_BITS = EXPLORATION_BITS + EXPLORER_BITS;
  private static final int MAX_EXPLORERS = 1 << EXPLORER_BITS;
  private static final long TEST_MASK = (1L << TEST_BITS) - 1;
  private static final long PLACE_MASK = ((1L << PLACE_BITS) - 1) << TEST_BITS;

  /** How many explorations of an explorer have seeds that tell which they are. */
  static final int MAX_EXPLORATIONS = 1 << EXPLORATION_BITS;

  /** From the seed of an exploration to that of the next by the same explorer. */
  static final long NEXT = 1L << TEST_BITS;

  /** Of the test, or of the invocation of a test, that JUnit knows by this. */
  static TestSeeds of(String uniqueId) {
    return new TestSeeds(uniqueId.hashCode() & TEST_MASK);
  }

  /** Whether a seed is of this test. */
  boolean have(long seed) {
    return (seed & TEST_MASK) == test;
  }

  /**
   * A seed that was not there before, of an explorer's first exploration.
   *
   * @param explorer its number in the test, from 0
   */
  long fresh(int explorer) {
    return withPlace(System.nanoTime() << (TEST_BITS + PLACE_BITS), explorer) | test;
  }

  /** The seed of an explorer's first exploration, when a seed of this test was seen in a report. */
  static long first(long seed, int explorer) {
    return withPlace(seed & ~PLACE_MASK, explorer);
  }

  private static long withPlace(long seed, int explorer) {
    if (explorer >= MAX_EXPLORERS) {
      throw new IllegalStateException(
          "a test has no more than %d explorers".formatted(MAX_EXPLORERS));
    }
    return seed | ((long) explorer << (TEST_BITS + EXPLORATION_BITS));
  }
}
