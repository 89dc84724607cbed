package dev.semel.torture;

import dev.semel.torture.TortureOptions.Mode;
import dev.semel.torture.check.Checker;
import dev.semel.torture.check.History;
import dev.semel.torture.check.Snapshot;
import dev.semel.torture.check.Snapshot.Leftovers;
import dev.semel.torture.check.Verdict;
import dev.semel.torture.load.Crowd;
import dev.semel.torture.load.Crowd.Asked;
import dev.semel.torture.load.HistoryWriter;
import dev.semel.torture.load.Round;
import dev.semel.torture.nemesis.FaultPlan;
import dev.semel.torture.nemesis.Nemesis;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.TortureResult;
import dev.semel.torture.world.Remains;
import dev.semel.torture.world.RunFolder;
import dev.semel.torture.world.World;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One run, from the first process to the verdict. */
final class TortureRun {
  private static final Duration MAX_DRAIN = Duration.ofMinutes(10);
  private static final Duration MAX_STANDSTILL = Duration.ofMinutes(3);
  private static final int MAX_LOOKS = 20;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final TortureOptions options;
  private final FaultPlan plan;
  private final Progress progress;

  TortureRun(TortureOptions options, Progress progress) {
    this(options, options.plan(), progress);
  }

  TortureRun(TortureOptions options, FaultPlan plan, Progress progress) {
    this.options = options;
    this.plan = plan;
    this.progress = progress;
  }

  TortureResult run() throws InterruptedException {
    return Evidence.of(this::run, progress);
  }

  private TortureResult run(RunFolder folder) throws InterruptedException {
    Instant begin = Instant.now();
    TortureResult.Builder result = new TortureResult.Builder(options.commandLine(), begin);
    progress.phase("seed %d: starting PostgreSQL, Kafka and the bank".formatted(options.seed()));
    Snapshot snapshot;
    try (HistoryWriter history = new HistoryWriter(folder.history());
        World world = World.start(options.cast(), folder.path());
        Crowd crowd = new Crowd(world, history)) {
      crowd.begin();
      breakThings(world, crowd, result);
      snapshot = drain(world, crowd, result);
    }
    progress.phase("checking");
    History history = History.read(folder.history());
    Verdict verdict = Checker.check(history, snapshot);
    boolean kept = options.is(Mode.KEEP) || !verdict.isClean();
    result.checked(history, snapshot, verdict, kept ? folder.path() : null);
    progress.end();
    if (!kept) {
      folder.delete();
    }
    return result.build();
  }

  private void breakThings(World world, Crowd crowd, TortureResult.Builder result)
      throws InterruptedException {
    try (Nemesis nemesis = new Nemesis(world, plan)) {
      long startNanos = System.nanoTime();
      crowd.start(options.clients(), options.seed());
      nemesis.start();
      while (System.nanoTime() - startNanos < options.time().toNanos()) {
        progress.breaking(options.time(), startNanos, nemesis, crowd);
        LockSupport.parkNanos(LOOK_NANOS);
      }
      progress.phase("healing");
      nemesis.end();
      result.load(crowd.answered(), Duration.ofNanos(System.nanoTime() - startNanos));
      crowd.stop();
      result.faults(plan, nemesis.happened());
      result.database(world.database().words(), world.database().failovers());
    }
  }

  private Snapshot drain(World world, Crowd crowd, TortureResult.Builder result)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    progress.phase("asking for %d answers that are missing".formatted(crowd.aside()));
    crowd.askForWhatIsLeft(MAX_DRAIN);
    progress.phase("asking once more for answers that were given");
    Asked again = crowd.askAgain(Round.AGAIN, MAX_DRAIN);
    progress.phase("waiting until all is quiet");
    Remains remains = new Remains(world);
    try {
      awaitQuiet(remains);
      Duration time = Duration.ofNanos(System.nanoTime() - startNanos);
      progress.phase("asking a last time");
      world.provider().noteCallsFromNowOn();
      result.drained(again, crowd.askAgain(Round.LAST, MAX_DRAIN), time);
      Snapshot snapshot = quietSnapshot(remains);
      result.upkeep(remains.upkeep());
      return snapshot.with(together(snapshot.leftovers(), world.leftovers()));
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be read when all is healed", e);
    }
  }

  private static Leftovers together(Leftovers rows, Leftovers processes) {
    List<String> stuck = new ArrayList<>(rows.stuck());
    stuck.addAll(processes.stuck());
    return new Leftovers(rows.lookedAt() + processes.lookedAt(), stuck);
  }

  /** What is stuck is so every time one looks; a moment's work is not. */
  private static Snapshot quietSnapshot(Remains remains) throws SQLException {
    awaitQuiet(remains);
    Snapshot snapshot = remains.snapshot();
    for (int looks = 1; looks < MAX_LOOKS && !snapshot.leftovers().stuck().isEmpty(); looks++) {
      LockSupport.parkNanos(LOOK_NANOS);
      snapshot = remains.snapshot();
    }
    return snapshot;
  }

  /** Until nothing is left to do, or nothing has moved for long. */
  private static void awaitQuiet(Remains remains) throws SQLException {
    long movedNanos = System.nanoTime();
    String before = "";
    while (!remains.unfinished().isEmpty()) {
      String now = remains.progress();
      if (!now.equals(before)) {
        before = now;
        movedNanos = System.nanoTime();
      }
      if (System.nanoTime() - movedNanos > MAX_STANDSTILL.toNanos()) {
        return;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
