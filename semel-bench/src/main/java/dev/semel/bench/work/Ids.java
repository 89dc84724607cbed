package dev.semel.bench.work;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Fresh ids. They come from a fast source, because in a service the key is made by the caller: its
 * making must not count for the variant that takes one.
 */
public final class Ids {
  private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
  private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VERSION_7 = 0x7000L;

  private Ids() {}

  /** In no order, as a UUID of version 4. */
  public static UUID random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID((random.nextLong() & VERSION_MASK) | VERSION_4, variant(random.nextLong()));
  }

  /** In the order of time, as a UUID of version 7. */
  public static UUID timeOrdered() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = (System.currentTimeMillis() << 16) | VERSION_7 | random.nextLong(0x1000);
    return new UUID(high, variant(random.nextLong()));
  }

  private static long variant(long bits) {
    return (bits & VARIANT_MASK) | VARIANT_RFC;
  }
}
