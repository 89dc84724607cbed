package dev.semel.torture.bank;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** What a client of the bank can ask for, and how the bank protects it. */
public enum Op {
  /** Opens an account with a deposit. Transactional, and soon forgotten, so that purge has work. */
  OPEN(Duration.ofMinutes(3)),
  /** Moves money between two accounts. Transactional. */
  TRANSFER(Duration.ofDays(1)),
  /** Pays through an outside provider. A leased route; who takes over asks what happened. */
  PAYOUT(Duration.ofDays(1)),
  /** The same, where nobody takes over until the janitor has decided. */
  CHEQUE(Duration.ofDays(1)),
  /** A lease held by hand, whose last step is one transaction under its fence. */
  SETTLEMENT(Duration.ofDays(1));

  private final Duration retention;

  Op(Duration retention) {
    this.retention = retention;
  }

  /** How long the bank knows a key. */
  public Duration retention() {
    return retention;
  }

  /** The operation's name in records. */
  public String operation() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where it is asked for. */
  public String path() {
    return "/" + operation();
  }

  /** Whether the money leaves the bank through the provider. */
  public boolean paysOut() {
    return this == PAYOUT || this == CHEQUE;
  }

  /** Whether the filter protects it; a settlement passes it by. */
  public boolean isBehindFilter() {
    return this != SETTLEMENT;
  }

  /** What the operation is called in audit entries. */
  public String action() {
    return "BOOK_" + name();
  }

  public static Op at(String path) {
    return Arrays.stream(values())
        .filter(op -> op.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the bank has no " + path));
  }

  public static Op named(String operation) {
    return at("/" + operation);
  }
}
