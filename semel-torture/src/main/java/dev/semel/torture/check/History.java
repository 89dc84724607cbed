package dev.semel.torture.check;

import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that clients noted, by intent and in the order they noted it. Immutable. */
public final class History {
  /** Why a client may end without an answer: it must not ask any more. */
  private static final String RETENTION_OVER = "RETENTION_OVER";

  private final Map<IntentName, List<HistoryEntry>> entries;

  private History(Map<IntentName, List<HistoryEntry>> entries) {
    this.entries = entries;
  }

  public static History of(List<HistoryEntry> all) {
    return of(all.stream());
  }

  private static History of(Stream<HistoryEntry> all) {
    Map<IntentName, List<HistoryEntry>> byIntent = new LinkedHashMap<>();
    all.forEach(
        entry -> byIntent.computeIfAbsent(entry.intent(), name -> new ArrayList<>()).add(entry));
    return new History(byIntent);
  }

  /** Reads what was written, a line for each entry. */
  public static History read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return of(lines.map(HistoryEntry::read));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the history " + file, e);
    }
  }

  Set<IntentName> intents() {
    return entries.keySet();
  }

  List<HistoryEntry> of(IntentName intent) {
    return entries.getOrDefault(intent, List.of());
  }

  /** What was told to those who sent this payload, without repetitions. */
  Set<Told> told(IntentName intent, Payload payload) {
    return of(intent).stream()
        .filter(entry -> entry.kind().isAnswer() && entry.payload().equals(payload))
        .map(Told::of)
        .collect(Collectors.toSet());
  }

  /** Whether its client stopped asking, because the bank may have forgotten the key. */
  boolean isGivenUp(IntentName intent, Payload payload) {
    return of(intent).stream()
        .anyMatch(
            entry ->
                entry.kind() == Kind.UNKNOWN
                    && RETENTION_OVER.equals(entry.note())
                    && entry.payload().equals(payload));
  }

  /** The payloads that were sent under its key. */
  Set<Payload> payloads(IntentName intent) {
    return of(intent).stream().map(HistoryEntry::payload).collect(Collectors.toSet());
  }

  /** How many attempts ended. */
  public long attempts() {
    return all().filter(entry -> entry.kind() == Kind.ATTEMPT).count();
  }

  /** How many answers were told, repetitions included. */
  public long answers() {
    return all().filter(entry -> entry.kind().isAnswer()).count();
  }

  private Stream<HistoryEntry> all() {
    return entries.values().stream().flatMap(List::stream);
  }

  /**
   * How many commands were told what, each counted once however often it was sent. Two payloads
   * under one key are two.
   *
   * @param givenUp that clients must not ask about any more, because their retention is over
   */
  public record Tally(long done, long rejected, long refused, long givenUp) {}

  /** How many answers were rejections: the first ones, and all that told the same again. */
  public long rejections() {
    return all()
        .filter(entry -> entry.kind().isAnswer())
        .filter(entry -> Told.of(entry).kind() == Told.Kind.REJECTED)
        .count();
  }

  public Tally tally() {
    Map<Told.Kind, Long> counts = new EnumMap<>(Told.Kind.class);
    long givenUp = 0;
    for (IntentName intent : intents()) {
      for (Payload payload : payloads(intent)) {
        Set<Told> told = told(intent, payload);
        told.forEach(one -> counts.merge(one.kind(), 1L, Long::sum));
        givenUp += told.isEmpty() && isGivenUp(intent, payload) ? 1 : 0;
      }
    }
    return new Tally(
        counts.getOrDefault(Told.Kind.DONE, 0L),
        counts.getOrDefault(Told.Kind.REJECTED, 0L),
        counts.getOrDefault(Told.Kind.MISMATCH, 0L),
        givenUp);
  }

  /** How many intents there are. */
  public int size() {
    return entries.size();
  }
}
