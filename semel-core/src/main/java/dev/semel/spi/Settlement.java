package dev.semel.spi;

import dev.semel.AuditEntry;
import dev.semel.Event;
import dev.semel.Fingerprint;
import dev.semel.IntentId;
import dev.semel.Retention;
import java.util.List;
import java.util.UUID;

/**
 * Everything that commits with an effect. The store writes all of it or nothing.
 *
 * @param recordId the record to insert, or the leased record to complete
 * @param basis the grant it stands on
 * @param attempts how many attempts it took
 */
public record Settlement(
    UUID recordId,
    IntentId intent,
    Fingerprint fingerprint,
    StoredOutcome outcome,
    Retention retention,
    int attempts,
    Basis basis,
    List<AuditEntry> audit,
    List<Event> events) {

  /**
   * What gives an attempt the right to settle: an atomic claim, or the current fence of a lease.
   */
  public sealed interface Basis permits Claim.Granted, Fenced {}

  /**
   * The lease the caller believes to hold. If it does not, settling throws {@link
   * dev.semel.LeaseLostException} and commits nothing.
   */
  public record Fenced(long fence) implements Basis {}

  public Settlement {
    audit = List.copyOf(audit);
    events = List.copyOf(events);
  }
}
