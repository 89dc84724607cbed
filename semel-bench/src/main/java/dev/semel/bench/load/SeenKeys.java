package dev.semel.bench.load;

import java.util.concurrent.ThreadLocalRandom;

/** Keys of one kind of request that were answered before. For one thread. */
final class SeenKeys {
  /** So few that they are all answered before the measuring begins. */
  static final int COUNT = 50;

  private final long prefix = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
  private boolean known;

  /** True once: whoever is told has to send them all. */
  boolean areNew() {
    boolean areNew = !known;
    known = true;
    return areNew;
  }

  String key(int number) {
    return prefix + "-" + number;
  }
}
