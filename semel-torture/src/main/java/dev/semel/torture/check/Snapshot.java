package dev.semel.torture.check;

import dev.semel.torture.bank.Booking;
import java.util.List;
import java.util.Map;

/**
 * What is left when all is quiet: in the database, on the topic, at the provider. Immutable.
 *
 * @param topic every record, in the order of offsets within each partition
 * @param paid what the provider has paid, by tenant, operation and key
 * @param stuck what is not over and should be, in words
 */
public record Snapshot(
    List<Booking> bookings,
    List<Account> accounts,
    List<Audit> audit,
    List<TopicEvent> topic,
    List<Account> projection,
    List<Notice> notices,
    Map<String, Long> paid,
    List<String> stuck) {

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

  /** The same with something stuck. */
  public Snapshot stuck(List<String> more) {
    return new Snapshot(bookings, accounts, audit, topic, projection, notices, paid, more);
  }
}
