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
import dev.semel.torture.world.Ending;
import dev.semel.torture.world.Remains;
import dev.semel.torture.world.Rest;
import dev.semel.torture.world.RunFolder;
import dev.semel.torture.world.World;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** One run, from the first process to the verdict. */
final class TortureRun {
  private static final Duration MAX_DRAIN = Duration.ofMinutes(10);
  private static final int MAX_LOOKS = 20;
  private static final long LOOK_MILLIS = 250;

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

  /**
   * Carries it out. History and logs of a run that found nothing are deleted when its result was
   * told, not before: whatever may fail then, the verdict is known.
   *
   * @param teller tells the result, and returns what this is to return
   */
  <T> T run(Function<TortureResult, T> teller) throws InterruptedException {
    return Evidence.of((folder, history) -> run(folder, history, teller), progress);
  }

  private <T> T run(RunFolder folder, HistoryWriter history, Function<TortureResult, T> teller)
      throws InterruptedException {
    TortureResult result = carryOut(folder, history);
    progress.end();
    T told = teller.apply(result);
    if (result.kept() == null) {
      delete(folder, progress);
    }
    return told;
  }

  static void delete(RunFolder folder, Progress progress) {
    try {
      folder.delete();
    } catch (UncheckedIOException e) {
      progress.phase("history and logs are left over, and can be deleted: " + e.getMessage());
    }
  }

  private TortureResult carryOut(RunFolder folder, HistoryWriter written)
      throws InterruptedException {
    Instant begin = Instant.now();
    TortureResult.Builder result = new TortureResult.Builder(options.commandLine(), begin);
    progress.phase("seed %d: starting PostgreSQL, Kafka and the bank".formatted(options.seed()));
    Snapshot snapshot;
    try (World world = World.start(options.cast(), folder.path());
        Crowd crowd = new Crowd(world, written)) {
      crowd.begin(world.database().dataSource());
      breakThings(world, crowd, result);
      snapshot = drain(world, crowd, result);
    }
    written.close();
    progress.phase("checking");
    History history = History.read(folder.history());
    Verdict verdict = Checker.check(history, snapshot);
    boolean kept = options.is(Mode.KEEP) || !verdict.isClean();
    result.checked(history, snapshot, verdict, kept ? folder.path() : null);
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
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      progress.phase(
          "healing",
          () ->
              "%d faults so far (%s), %d answers missing"
                  .formatted(nemesis.total(), nemesis.latest(), crowd.aside()));
      nemesis.end();
      result.load(crowd.answered(), Duration.ofNanos(System.nanoTime() - startNanos));
      crowd.stop();
      result.faults(plan, nemesis.happened());
      result.database(world.database().words(), world.database().failovers());
      result.forcedEnds(world.forcedEnds());
    }
  }

  private Snapshot drain(World world, Crowd crowd, TortureResult.Builder result)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    Supplier<String> missing = () -> crowd.missing() + " answers missing";
    progress.phase("asking for %d answers that are missing".formatted(crowd.aside()), missing);
    crowd.askForWhatIsLeft(MAX_DRAIN);
    progress.phase("asking once more for answers that were given", missing);
    Asked again = crowd.askAgain(Round.AGAIN, MAX_DRAIN);
    Unfinished unfinished = new Unfinished();
    progress.phase("waiting until all is quiet", unfinished::words);
    Remains remains = new Remains(world);
    try {
      Ending ending = new Ending(world.database(), Rest.standard(), Remains.MAX_IDLE);
      List<String> restless =
          ending.carryOut(
              remains,
              unfinished::set,
              () -> {
                Duration time = Duration.ofNanos(System.nanoTime() - startNanos);
                progress.phase("asking a last time", missing);
                world.provider().noteCallsFromNowOn();
                result.drained(again, crowd.askAgain(Round.LAST, MAX_DRAIN), time);
                progress.phase("looking at what is left", unfinished::words);
              });
      Snapshot snapshot = quietSnapshot(remains);
      result.upkeep(remains.upkeep());
      return snapshot.with(
          together(
              snapshot.leftovers(),
              world.leftovers(),
              crowd.leftovers(),
              new Leftovers(0, restless)));
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be read when all is healed", e);
    }
  }

  /** What was not over when somebody looked last. Safe for several threads. */
  private static final class Unfinished {
    private volatile List<String> latest = List.of();

    void set(List<String> words) {
      latest = words;
    }

    String words() {
      List<String> words = latest;
      return words.isEmpty()
          ? "nothing is unfinished"
          : "%d unfinished: %s".formatted(words.size(), words.get(0));
    }
  }

  private static Leftovers together(Leftovers... all) {
    List<String> stuck = new ArrayList<>();
    long lookedAt = 0;
    for (Leftovers one : all) {
      stuck.addAll(one.stuck());
      lookedAt += one.lookedAt();
    }
    return new Leftovers(lookedAt, stuck);
  }

  /** What is stuck is so every time one looks; a moment's work is not. */
  private static Snapshot quietSnapshot(Remains remains) throws SQLException, InterruptedException {
    Snapshot snapshot = remains.snapshot();
    for (int looks = 1; looks < MAX_LOOKS && !snapshot.leftovers().stuck().isEmpty(); looks++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      snapshot = remains.snapshot();
    }
    return snapshot;
  }
}
