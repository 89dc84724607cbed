package dev.semel.http;

import dev.semel.spi.Records;

/**
 * How much one caller may use of one operation. Above it a request gets 429, and nobody else
 * notices. Retries of what is stored are never refused for the number of records or the rate.
 * Immutable.
 *
 * <p>Requests under way and the rate are counted per node; records are counted in the store, now
 * and then, so that a caller may go a little over.
 *
 * @param maxLiveRecords how many of the caller's keys may be stored, at most {@link
 *     Records#MAX_COUNTED}; {@link #UNLIMITED} for any
 * @param maxInFlight how many of the caller's requests may be under way; {@link #UNLIMITED} for any
 * @param maxNewPerMinute how many new keys the caller may use in a minute; {@link #UNLIMITED} for
 *     any
 */
public record Quota(int maxLiveRecords, int maxInFlight, int maxNewPerMinute) {
  /** No limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  public Quota {
    atLeastOne("max live records", maxLiveRecords);
    atLeastOne("max in flight", maxInFlight);
    atLeastOne("max new per minute", maxNewPerMinute);
    if (maxLiveRecords != UNLIMITED && maxLiveRecords > Records.MAX_COUNTED) {
      throw new IllegalArgumentException(
          "max live records is %d; at most %d are counted, or give Quota.UNLIMITED"
              .formatted(maxLiveRecords, Records.MAX_COUNTED));
    }
  }

  private static void atLeastOne(String field, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "%s is %d; at least 1 is needed, or Quota.UNLIMITED".formatted(field, value));
    }
  }

  /** Any number of everything. */
  public static Quota unlimited() {
    return new Quota(UNLIMITED, UNLIMITED, UNLIMITED);
  }

  public Quota maxLiveRecords(int records) {
    return new Quota(records, maxInFlight, maxNewPerMinute);
  }

  public Quota maxInFlight(int requests) {
    return new Quota(maxLiveRecords, requests, maxNewPerMinute);
  }

  public Quota maxNewPerMinute(int keys) {
    return new Quota(maxLiveRecords, maxInFlight, keys);
  }
}
