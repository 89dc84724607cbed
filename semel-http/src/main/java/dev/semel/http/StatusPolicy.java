package dev.semel.http;

import java.util.BitSet;

/**
 * Which responses of a handler are kept and replayed, by their status. Immutable.
 *
 * <p>In a transactional route the status also decides about the effect:
 *
 * <ul>
 *   <li>2xx and 3xx that are kept commit with the response. Those that are not kept commit too,
 *       because the caller is told that it was done; a retry is told that the response is not
 *       available. 304 does nothing and is rolled back.
 *   <li>4xx and 5xx are rolled back. If they are kept, retries get the same no; if not, a retry is
 *       judged anew.
 * </ul>
 *
 * <p>A handler can say otherwise for one response: see {@link Idempotency}.
 */
public final class StatusPolicy {
  private static final int MIN_STATUS = 200;
  private static final int SERVER_ERRORS = 500;
  private static final int MAX_STATUS = 599;

  /** Say something about the connection, the credentials or the moment, not about the command. */
  private static final int[] PASSING = {401, 403, 407, 408, 419, 421, 425, 429, 431};

  /** No answers to a command, but to a conditional or partial request for a representation. */
  private static final int[] NEVER = {206, 304, 416};

  private static final StatusPolicy STANDARD = standardPolicy();

  private final BitSet stored;

  private StatusPolicy(BitSet stored) {
    this.stored = stored;
  }

  /**
   * 2xx, 3xx and 4xx, except 401, 403, 407, 408, 419, 421, 425, 429 and 431. 206, 304, 416 and 1xx
   * are never kept.
   */
  public static StatusPolicy standard() {
    return STANDARD;
  }

  private static StatusPolicy standardPolicy() {
    BitSet stored = new BitSet(MAX_STATUS + 1);
    stored.set(MIN_STATUS, SERVER_ERRORS);
    clear(stored, PASSING);
    clear(stored, NEVER);
    return new StatusPolicy(stored);
  }

  private static void clear(BitSet stored, int... statuses) {
    for (int status : statuses) {
      stored.clear(status);
    }
  }

  /** Keeps these too. */
  public StatusPolicy also(int... statuses) {
    BitSet changed = copy();
    for (int status : statuses) {
      refuseIfNever(checked(status));
      changed.set(status);
    }
    return new StatusPolicy(changed);
  }

  /** Does not keep these. */
  public StatusPolicy except(int... statuses) {
    BitSet changed = copy();
    for (int status : statuses) {
      changed.clear(checked(status));
    }
    return new StatusPolicy(changed);
  }

  private BitSet copy() {
    return (BitSet) stored.clone();
  }

  private static int checked(int status) {
    if (status < MIN_STATUS || status > MAX_STATUS) {
      throw new IllegalArgumentException(
          "status is %d; give %d to %d".formatted(status, MIN_STATUS, MAX_STATUS));
    }
    return status;
  }

  private static void refuseIfNever(int status) {
    if (isNeverKept(status)) {
      throw new IllegalArgumentException(
          status + " answers a conditional or partial request and is never kept; leave it out");
    }
  }

  /** Whether a status can be kept at all. */
  public static boolean isNeverKept(int status) {
    for (int never : NEVER) {
      if (status == never) {
        return true;
      }
    }
    return status < MIN_STATUS || status > MAX_STATUS;
  }

  /** Whether a response with this status is kept. */
  public boolean stores(int status) {
    return status >= 0 && stored.get(status);
  }
}
