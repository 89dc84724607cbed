package dev.semel.bench.work;

import java.util.concurrent.ThreadLocalRandom;

/** What commands carry: the same for every variant. */
public final class Samples {
  public static final String TENANT = "bench";

  /** About 200 characters, as a small request has. */
  public static final String PAYLOAD =
      "{\"account\":\"4711\",\"amount_cents\":1250,\"currency\":\"EUR\",\"reference\":\"invoice 2026-000123\","
          + "\"requested_by\":\"clerk 42\",\"reason\":\"monthly fee for the service as agreed upon\",\"urgent\":false}";

  /** About 60 characters, as a small answer has. */
  static final String RESULT =
      "{\"payment\":\"accepted\",\"amount_cents\":1250,\"balance\":998750}";

  static final String EVENT_PAYLOAD = "{\"amount_cents\":1250,\"currency\":\"EUR\"}";
  public static final String NOTE = "invoice 2026-000123";
  static final long AMOUNT_CENTS = 1250;

  private Samples() {}

  /** An account that is seldom anybody else's at the same time. */
  public static long anyAccount() {
    return ThreadLocalRandom.current().nextLong(1, BusinessTables.ACCOUNTS + 1);
  }
}
