package dev.semel.internal;

import dev.semel.AuditEntry;
import dev.semel.Effect;
import dev.semel.Event;
import dev.semel.IntentId;
import dev.semel.TransactionMisuseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects what a command adds while it runs, and refuses to be used afterwards. */
public final class RunningEffect<T> implements Effect<T> {
  static final int MAX_AUDIT_ENTRIES = 1_000;
  static final int MAX_EVENTS = 1_000;

  private final T transaction;
  private final IntentId intent;
  private final int attempt;
  private final List<AuditEntry> audit = new ArrayList<>();
  private final Set<List<String>> audited = new HashSet<>();
  private final List<Event> events = new ArrayList<>();
  private boolean over;

  public RunningEffect(T transaction, IntentId intent, int attempt) {
    this.transaction = transaction;
    this.intent = intent;
    this.attempt = attempt;
  }

  @Override
  public T transaction() {
    refuseIfOver();
    return transaction;
  }

  @Override
  public IntentId intent() {
    return intent;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public void audit(String action, String subject, @Nullable String detail) {
    refuseIfOver();
    refuseBeyond(MAX_AUDIT_ENTRIES, audit.size(), "audit entries");
    AuditEntry entry = new AuditEntry(action, subject, detail);
    if (!audited.add(List.of(action, subject))) {
      throw new TransactionMisuseException(
          "one command has one audit entry per action and subject, and %s was audited before; put both into one detail"
              .formatted(action));
    }
    audit.add(entry);
  }

  @Override
  public void publish(Event event) {
    refuseIfOver();
    refuseBeyond(MAX_EVENTS, events.size(), "events");
    events.add(event);
  }

  public List<AuditEntry> audit() {
    return audit;
  }

  public List<Event> events() {
    return events;
  }

  public void end() {
    over = true;
  }

  private void refuseIfOver() {
    if (over) {
      throw new TransactionMisuseException(
          "the effect of intent %s is over; use it only while its command runs".formatted(intent));
    }
  }

  private void refuseBeyond(int limit, int size, String what) {
    if (size >= limit) {
      throw new TransactionMisuseException(
          "one command may add at most %d %s; split it".formatted(limit, what));
    }
  }
}
