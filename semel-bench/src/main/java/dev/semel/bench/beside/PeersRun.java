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
 * Takes libraries through all plights they have an answer to, two at a time, because most of the
 * time they wait. For one thread.
 */
public final class PeersRun {
  private static final int AT_A_TIME = 2;

  private final OwnPostgresServer server;
  private final Progress progress;
  private final List<Entry> entries;
  private final Timing timing;
  private final List<Absent> failed = new CopyOnWriteArrayList<>();

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
    return new PeersPage(entries, cells(), failed).text();
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
          cells.add(play(plays, entry, plight));
        }
      }
    } catch (MeasurementException e) {
      leaveOut(entry, e);
    }
    return cells;
  }

  /** The others are still worth seeing without one of them; without Semel nothing is. */
  private void leaveOut(Entry entry, MeasurementException failure) {
    if (entry.library() == Library.SEMEL) {
      throw failure;
    }
    progress.say("%s is left out: %s".formatted(entry.name(), failure.getMessage()));
    failed.add(Absent.because(entry, failure));
  }

  private Cell play(Plays plays, Entry entry, Plight plight) {
    try {
      Cell cell = plays.play(plight);
      progress.say(
          "%s, %s: %s, told %s"
              .formatted(
                  entry.name(), plight.word(), cell.summary(), String.join(" · ", cell.told())));
      return cell;
    } catch (MeasurementException e) {
      throw new MeasurementException(
          "%s, %s: %s".formatted(entry.name(), plight.word(), e.getMessage()), e);
    }
  }
}
