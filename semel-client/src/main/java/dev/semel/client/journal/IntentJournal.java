package dev.semel.client.journal;

import dev.semel.client.ClientIntent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Intents in a folder, which survive this process.
 *
 * <p>Guarantee: an intent that {@link #record} has returned is found by every later {@link #open}
 * until its entry is finished, whatever crash comes between, and so is every attempt that was sent.
 * Secrets are not written. Entries are listed in the order in which they were recorded. One process
 * at a time has the folder open. Safe for use by many threads.
 */
public final class IntentJournal implements AutoCloseable {
  private static final String LOCK_FILE = "journal.lock";

  private final Path folder;
  private final JournalSettings settings;
  private final Clock clock;
  private final JournalDisk disk;
  private final FileChannel lockChannel;
  private final Map<Path, JournalEntry> entries = new LinkedHashMap<>();
  private final List<Path> damaged = new ArrayList<>();
  private final ReadWriteLock opening = new ReentrantReadWriteLock();
  private volatile boolean closed;

  private IntentJournal(
      Path folder,
      JournalSettings settings,
      Clock clock,
      Consumer<DiskStep> steps,
      FileChannel lockChannel) {
    this.folder = folder;
    this.settings = settings;
    this.clock = clock;
    this.disk = new JournalDisk(folder, steps);
    this.lockChannel = lockChannel;
  }

  /** Opens the journal of a folder with standard settings; makes the folder if need be. */
  public static IntentJournal open(Path folder) {
    return open(folder, JournalSettings.standard());
  }

  /**
   * Opens the journal of a folder; makes the folder if need be.
   *
   * @throws JournalLockedException if it is open already
   * @throws JournalException if the folder cannot be made, read or locked
   */
  public static IntentJournal open(Path folder, JournalSettings settings) {
    return open(folder, settings, Clock.systemUTC(), step -> {});
  }

  static IntentJournal open(
      Path folder, JournalSettings settings, Clock clock, Consumer<DiskStep> steps) {
    try {
      JournalDisk.createFolder(folder);
      FileChannel lock = locked(folder);
      try {
        IntentJournal journal = new IntentJournal(folder, settings, clock, steps, lock);
        journal.readFolder();
        return journal;
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new JournalException("the journal in %s cannot be opened".formatted(folder), e);
    }
  }

  /** The lock goes with the process, however that ends. */
  private static FileChannel locked(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Open in this process: the same answer.
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
    if (lock == null) {
      throw new JournalLockedException(folder);
    }
    return channel;
  }

  private void readFolder() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    List<JournalEntry> found = new ArrayList<>();
    for (Path file : files) {
      if (file.toString().endsWith(".tmp")) {
        Files.deleteIfExists(file); // It was never acknowledged.
      } else if (file.toString().endsWith(EntryFile.ENDING)) {
        read(file, found);
      }
    }
    found.sort(Comparator.comparing(JournalEntry::createdAt));
    found.forEach(entry -> entries.put(entry.path(), entry));
  }

  private void read(Path file, List<JournalEntry> found) throws IOException {
    try {
      EntryFile.Opened opened = EntryFile.open(disk, file);
      if (opened.content().history().isFinished()) {
        disk.delete(file); // Finishing it was cut short.
      } else {
        found.add(new JournalEntry(this, opened.file(), opened.content()));
      }
    } catch (DamagedEntryException e) {
      damaged.add(file);
    }
  }

  /**
   * Writes an intent down. On return it survives a crash. An intent that is there already, with the
   * same key and asking for the same, is not written again: its entry is returned, with its
   * attempts.
   *
   * @throws IllegalArgumentException if the method is safe to repeat without a journal, or the body
   *     is too large
   * @throws JournalException if the key is there with another request, the journal is full, or the
   *     disk refuses
   */
  public synchronized JournalEntry record(ClientIntent intent) {
    requireOpen();
    if (intent.isSafe()) {
      throw new IllegalArgumentException(
          "a %s changes nothing and needs no journal; send it again".formatted(intent.method()));
    }
    StoredRequest request = StoredRequest.of(intent, settings, clock.instant());
    Path file = folder.resolve(intent.digest() + EntryFile.ENDING);
    JournalEntry there = entries.get(file);
    return there == null ? recordNew(intent, request, file) : sameAs(there, intent, request);
  }

  private JournalEntry sameAs(JournalEntry there, ClientIntent intent, StoredRequest request) {
    if (!there.asksForTheSame(request)) {
      throw new JournalException(
          "%s is in the journal with another request; send that one, or use a new key for a new command"
              .formatted(intent));
    }
    return there.madeFrom(intent);
  }

  private JournalEntry recordNew(ClientIntent intent, StoredRequest request, Path file) {
    refuseIfFull();
    refuseDamaged(intent, file);
    Instant attemptedBefore = intent.firstAttemptAt();
    Event[] events =
        attemptedBefore == null
            ? new Event[0]
            : new Event[] {new Event(Event.Kind.ATTEMPT_STARTS, 1, attemptedBefore)};
    try {
      EntryFile.Opened opened = EntryFile.create(disk, file, request, events);
      JournalEntry entry = new JournalEntry(this, opened.file(), opened.content());
      entries.put(file, entry);
      return entry.madeFrom(intent);
    } catch (IOException e) {
      throw new JournalException(
          "%s could not be written into %s; it was not sent".formatted(intent, folder), e);
    }
  }

  private void refuseIfFull() {
    int count = entries.size() + damaged.size();
    if (count >= settings.maxEntries()) {
      throw new JournalException(
          "the journal in %s has %d entries; finish some, or raise max entries"
              .formatted(folder, count));
    }
  }

  private void refuseDamaged(ClientIntent intent, Path file) {
    if (damaged.contains(file)) {
      throw new JournalException(
          "%s was recorded before, and its file %s is damaged; find out what came of it"
              .formatted(intent, file));
    }
  }

  /** What is not finished, in the order in which it was recorded. */
  public synchronized List<JournalEntry> entries() {
    requireOpen();
    return List.copyOf(entries.values());
  }

  /**
   * Files that hold an intent that cannot be read any more. They are left as they are, for somebody
   * to look at; move them away when that is done.
   */
  public synchronized List<Path> damagedFiles() {
    return List.copyOf(damaged);
  }

  /** That it is finished is on disk; a file that stays behind goes with the next opening. */
  synchronized void remove(EntryFile file) {
    entries.remove(file.path());
    try {
      disk.delete(file.path());
    } catch (IOException e) {
      System.getLogger("dev.semel.client")
          .log(System.Logger.Level.WARNING, "a finished entry could not be deleted", e);
    }
  }

  void requireOpen() {
    if (closed) {
      throw new JournalException("the journal in %s is closed".formatted(folder));
    }
  }

  /** Writes while the folder is ours: closing waits for it. */
  void write(EntryFile file, Event event, int place) {
    opening.readLock().lock();
    try {
      requireOpen();
      file.write(event, place);
    } catch (IOException e) {
      throw new JournalException("the entry %s could not be written".formatted(file.name()), e);
    } finally {
      opening.readLock().unlock();
    }
  }

  /** Lets another process open the folder. Entries cannot be used any more. */
  @Override
  public synchronized void close() {
    opening.writeLock().lock();
    try {
      closed = true;
      lockChannel.close();
    } catch (IOException e) {
      throw new JournalException("the journal in %s could not be closed".formatted(folder), e);
    } finally {
      opening.writeLock().unlock();
    }
  }
}
