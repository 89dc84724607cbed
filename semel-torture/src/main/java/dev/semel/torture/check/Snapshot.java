package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is left when all is quiet: in the database, on the topic, at the provider. Immutable.
 *
 * @param topic every record, in the order of offsets within each partition
 */
public record Snapshot(
    List<Booking> bookings,
    List<Account> accounts,
    List<Audit> audit,
    List<TopicEvent> topic,
    List<Account> projection,
    List<Notice> notices,
    Payments payments,
    List<Decision> decisions,
    Leftovers leftovers) {

  /** An account, or what a projection knows of it. */
  public record Account(String tenant, String id, long balance, long version) {}

  /**
   * An audit entry.
   *
   * @param booking as its detail says
   */
  public record Audit(String tenant, String action, String key, String booking) {}

  /** A notice to a customer. */
  public record Notice(String tenant, String operation, String key, long booking, long amount) {}

  /**
   * A record on the topic.
   *
   * @param tenant as its header says
   * @param payload as it is there, for comparison
   */
  public record TopicEvent(
      int partition,
      long offset,
      String id,
      String tenant,
      String aggregate,
      String type,
      long version,
      Fact fact,
      String payload) {}

  /** What the payload of an event says. */
  public record Fact(String tenant, String account, long booking, long delta, long balance) {}

  /**
   * What the payment provider knows.
   *
   * @param paid by tenant, operation and key
   * @param asked how often it was asked to pay, by the same
   * @param conflicts calls that wanted another amount under a key that was paid, in words
   * @param askedInTheEnd the keys of calls that came when everything had been answered
   */
  public record Payments(
      Map<String, Long> paid,
      Map<String, Long> asked,
      List<String> conflicts,
      Set<String> askedInTheEnd) {}

  /** The janitor let an intent run again whose outcome nobody knew. */
  public record Decision(String tenant, String operation, String key) {}

  /**
   * What should be over.
   *
   * @param lookedAt how many rows and processes were looked at
   * @param stuck what is not over, in words
   */
  public record Leftovers(long lookedAt, List<String> stuck) {}

  /** The same with other leftovers. */
  public Snapshot with(Leftovers others) {
    return new Snapshot(
        bookings, accounts, audit, topic, projection, notices, payments, decisions, others);
  }
}
