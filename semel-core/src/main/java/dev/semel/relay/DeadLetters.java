package dev.semel.relay;

import java.util.List;
import java.util.UUID;

/**
 * What operators do about events that could not be published. Every decision is recorded with who
 * made it and why, and making it twice changes nothing more.
 *
 * <p><b>Order.</b> Dead letters of one aggregate are published in their order, however they are
 * redriven, and what waits behind them follows. <b>Threads.</b> Safe for use by several threads, on
 * any node, whether its relay runs or not.
 */
public interface DeadLetters {
  /** The oldest first, up to 1 to 10 000. */
  List<DeadLetter> list(DeadLetterFilter filter, int limit);

  /**
   * Lets one be tried again from its first attempt.
   *
   * @return false if there is no such dead letter
   */
  boolean redrive(UUID event, Decision decision);

  /**
   * Lets the oldest that fit be tried again, up to 1 to 10 000.
   *
   * @return how many
   */
  int redrive(DeadLetterFilter filter, int limit, Decision decision);

  /**
   * Gives one up: it is never published by this relay, and what waits behind it goes on.
   *
   * @return false if there is no such dead letter
   */
  boolean discard(UUID event, Decision decision);

  /**
   * Who decided, and why.
   *
   * @param by the operator
   * @param reason for those who look at it later
   */
  record Decision(String by, String reason) {
    private static final int MAX_BY_CHARACTERS = 200;
    private static final int MAX_REASON_CHARACTERS = 1_000;

    public Decision {
      Checks.name("the name of who decided", by, MAX_BY_CHARACTERS);
      Checks.name("reason", reason, MAX_REASON_CHARACTERS);
    }
  }
}
