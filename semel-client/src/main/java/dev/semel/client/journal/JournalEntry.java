package dev.semel.client.journal;

import dev.semel.client.ClientIntent;
import dev.semel.client.KeptIntent;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An intent in the journal. It stays there until {@link #finish}. Each attempt is on disk before it
 * is sent. Safe for use by many threads.
 */
public final class JournalEntry implements KeptIntent {
  private static final int MAX_EVENTS = 100_000;

  private final IntentJournal journal;
  private final EntryFile file;
  private final Instant createdAt;
  private final EntryHistory history;
  private @Nullable ClientIntent made;
  private int eventsOnDisk;

  JournalEntry(IntentJournal journal, EntryFile file, EntryFile.Content content) {
    this.journal = journal;
    this.file = file;
    this.createdAt = content.request().createdAt;
    this.history = content.history();
    this.eventsOnDisk = content.events();
  }

  /** Keeps the intent as it was made, secrets and all, in memory. */
  synchronized JournalEntry madeFrom(ClientIntent intent) {
    if (made == null) {
      made = intent;
    }
    return this;
  }

  /**
   * The intent: as it was made, if that was in this process, or as it was written down, without its
   * secrets.
   *
   * @throws JournalException if its file cannot be read any more
   */
  @Override
  public synchronized ClientIntent intent() {
    journal.requireOpen();
    return made == null ? file.read().request().intent(firstAttemptAt()) : made;
  }

  boolean asksForTheSame(StoredRequest request) {
    return file.read().request().asksForTheSame(request);
  }

  /** When it was written down. */
  public Instant createdAt() {
    return createdAt;
  }

  /** How many attempts were started, in this process and before. */
  public synchronized int attempts() {
    return history.started();
  }

  public synchronized EntryState state() {
    return history.state();
  }

  @Override
  public synchronized @Nullable Instant firstAttemptAt() {
    return history.firstAttemptAt();
  }

  @Override
  public synchronized @Nullable Instant expiresAt() {
    return history.expiresAt();
  }

  /**
   * Writes down that an attempt starts.
   *
   * @throws JournalException if that fails, or the entry is finished
   */
  @Override
  public synchronized int attemptStarts(Instant at) {
    if (history.isFinished()) {
      throw new JournalException(
          "the entry %s is finished; make a new intent for a new command".formatted(file.name()));
    }
    int attempt = history.started() + 1;
    write(new Event(Event.Kind.ATTEMPT_STARTS, attempt, at));
    return attempt;
  }

  @Override
  public synchronized void attemptDidNothing(int attempt) {
    write(new Event(Event.Kind.ATTEMPT_DID_NOTHING, attempt, createdAt));
  }

  @Override
  public synchronized void expires(Instant at) {
    write(new Event(Event.Kind.EXPIRES, 0, at));
  }

  /**
   * Settled: the answer is dealt with, or somebody found out what came of it. The entry leaves the
   * journal for good. Once more does nothing.
   */
  public void finish() {
    synchronized (this) {
      if (history.isFinished()) {
        return;
      }
      write(new Event(Event.Kind.FINISHED, 0, createdAt));
    }
    journal.remove(file);
  }

  private void write(Event event) {
    if (eventsOnDisk >= MAX_EVENTS) {
      throw new JournalException(
          "the entry %s has %d events; find out what came of it, and finish it"
              .formatted(file.name(), MAX_EVENTS));
    }
    journal.write(file, event, eventsOnDisk);
    eventsOnDisk++;
    history.add(event);
  }

  Path path() {
    return file.path();
  }

  /** Its name, which gives no key away, and its state. */
  @Override
  public String toString() {
    return "entry %s, %s".formatted(file.name(), state());
  }
}
