package dev.semel.bench.beside;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Progress;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Takes libraries through their plights, three at a time, because most of the time they wait. For
 * one thread.
 */
public final class PeersRun {
  private static final int AT_A_TIME = 3;

  private final OwnPostgresServer server;
  private final Progress progress;
  private final List<Entry> entries;
  private final Timing timing;
  private final List<String> failures = new CopyOnWriteArrayList<>();

  PeersRun(OwnPostgresServer server, Progress progress, List<Entry> entries, Timing timing) {
    this.server = server;
    this.progress = progress;
    this.entries = List.copyOf(entries);
    this.timing = timing;
  }

  /**
   * All libraries, or some.
   *
   * @param only words of those that take part; empty means all
   */
  public static PeersRun of(OwnPostgresServer server, Progress progress, List<String> only) {
    List<Entry> entries =
        Entry.all().stream()
            .filter(entry -> only.isEmpty() || only.contains(entry.library().word()))
            .toList();
    return new PeersRun(server, progress, entries, Timing.standard());
  }

  /** Runs everything, and returns the page. */
  public String page() {
    return new PeersPage(entries, cells()).text();
  }

  /** Runs everything, and returns what was counted. */
  List<Cell> cells() {
    ExecutorService players = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<Future<List<Cell>>> played = new ArrayList<>();
      for (Entry entry : entries) {
        played.add(players.submit(() -> play(entry)));
      }
      List<Cell> cells = new ArrayList<>();
      for (Future<List<Cell>> cellsOfOne : played) {
        cells.addAll(cellsOfOne.get());
      }
      return cells;
    } catch (ExecutionException e) {
      throw new MeasurementException("a library could not be run", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeasurementException("interrupted while libraries ran", e);
    } finally {
      players.shutdownNow();
    }
  }

  private List<Cell> play(Entry entry) {
    PostgresDatabase database = server.database("beside_" + entry.name().replace('-', '_'));
    Tables.create(database);
    List<Cell> cells = new ArrayList<>();
    try (Theatre theatre = new Theatre(entry, timing, database)) {
      Plays plays = new Plays(theatre, timing);
      for (Plight plight : Plight.values()) {
        if (entry.plights().contains(plight)) {
          cells.add(play(theatre, plays, plight));
        }
      }
    }
    return cells;
  }

  /** What cannot be played to its end is told, and the next one begins with other nodes. */
  private Cell play(Theatre theatre, Plays plays, Plight plight) {
    Entry entry = theatre.entry();
    Cell cell;
    try {
      cell = plays.play(plight);
    } catch (RuntimeException e) {
      failures.add("%s, %s: %s".formatted(entry.name(), plight.word(), e.getMessage()));
      theatre.clear();
      cell = Cell.failed(entry, plight, e);
    }
    progress.say(
        "%s, %s: %s, told %s %s"
            .formatted(
                entry.name(),
                plight.word(),
                cell.summary(),
                String.join(" · ", cell.told()),
                cell.note()));
    return cell;
  }

  /**
   * Returns if everything was played to its end.
   *
   * @throws MeasurementException that says what was not
   */
  public void requireWhole() {
    if (!failures.isEmpty()) {
      throw new MeasurementException("not played to the end: " + String.join("; ", failures), null);
    }
  }
}
