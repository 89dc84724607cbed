package dev.semel.inbox.spi;

import dev.semel.AuditEntry;
import dev.semel.Event;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.Message;
import java.util.List;

/**
 * Everything that commits together for a batch of messages. The store writes all of it or nothing.
 *
 * @param violations messages whose id is known with another payload
 */
public record InboxSettlement(
    String consumer,
    MarkerRetention retention,
    List<SettledMessage> messages,
    List<Audited> audit,
    List<Published> events,
    List<VersionChange> versions,
    List<Message> violations) {

  /** An audit entry and the message that gave rise to it. */
  public record Audited(SettledMessage by, AuditEntry entry) {}

  /**
   * An event and the message that gave rise to it.
   *
   * @param place its place among the events of that message, from 0
   */
  public record Published(SettledMessage by, int place, Event event) {}

  public InboxSettlement {
    messages = List.copyOf(messages);
    audit = List.copyOf(audit);
    events = List.copyOf(events);
    versions = List.copyOf(versions);
    violations = List.copyOf(violations);
  }

  public boolean isEmpty() {
    return messages.isEmpty() && violations.isEmpty();
  }
}
