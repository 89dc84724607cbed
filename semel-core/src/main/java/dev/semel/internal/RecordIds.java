package dev.semel.internal;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * Makes ids whose order follows the time they were made (UUID version 7), so that indexes grow at
 * one end. Nothing but that locality depends on the node's clock.
 */
public final class RecordIds {
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  private final SecureRandom random = new SecureRandom();

  public UUID next() {
    long millis = System.currentTimeMillis();
    long high = (millis << 16) | VERSION_7 | (random.nextInt() & 0xfffL);
    long low = (random.nextLong() >>> 2) | VARIANT_RFC;
    return new UUID(high, low);
  }
}
