package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether a handler has one effect and one answer, whatever goes wrong.
 *
 * <p>It runs the handler, and learns its steps: each request that goes to the database, and
 * {@linkplain Trial#step what the handler tells of}. Then it runs it again for each step and each
 * {@linkplain CrashFault fault}, with a key of its own each time; tries again, as a client would,
 * until there is an answer; and once more, on both nodes. In the end as many rows must have been
 * added to every table, changed and removed as by a run in which nothing went wrong, all answers
 * must be equal, no transaction, statement or lock may be left, and the given checks must hold. Of
 * Semel's own tables only the number of rows counts.
 *
 * <pre>{@code
 * CrashExplorer.of(database, trial -> payments(trial.dataSource()).pay(trial.key(), 17))
 *     .explore()
 *     .assertSafe();
 * }</pre>
 *
 * <p><b>Guarantee:</b> each fault strikes at the real server: connections are cut between client
 * and server, errors abort the server's transaction, duplicates run in another thread, and a killed
 * process is one.
 *
 * <p><b>Order:</b> the trials come in an order made from the seed, one after the other.
 *
 * <p><b>Threads:</b> for one thread. Nobody else may use the database meanwhile.
 */
public final class CrashExplorer {
  private static final Duration RETRYING = Duration.ofMinutes(3);

  private final PostgresDatabase database;
  private final @Nullable Ways sharedWays;
  private final @Nullable TestSeeds seeds;
  private final Consumer<CrashReport> reader;
  private final List<Plan.NamedCheck> checks = new ArrayList<>();
  private final Set<String> ignored = new LinkedHashSet<>();
  private final Set<CrashFault> atBothEnds = EnumSet.noneOf(CrashFault.class);
  private final Set<CrashFault> whereAnnounced = EnumSet.noneOf(CrashFault.class);
  private Set<CrashFault> faults = EnumSet.allOf(CrashFault.class);
  private @Nullable Class<? extends CrashHandler> process;
  private @Nullable TrialCheck preparation;
  private @Nullable TrialCheck recovery;
  private @Nullable SettableClock clock;
  private Duration lease = Duration.ZERO;
  private boolean faultsAreNamed;
  private boolean endsOnly;
  private int mayMiss;
  private Limits limits = Limits.STANDARD;
  private Duration retrying = RETRYING;
  private long seed = System.nanoTime();
  private @Nullable CrashHandler handler;
  private @Nullable TrialId only;
  private @Nullable TrialId repeated;
  private int explorations;

  private CrashExplorer(
      PostgresDatabase database,
      @Nullable Ways sharedWays,
      @Nullable TestSeeds seeds,
      Consumer<CrashReport> reader) {
    this.database = database;
    this.sharedWays = sharedWays;
    this.seeds = seeds;
    this.reader = reader;
  }

  /** Explores a handler that works on this database. */
  public static CrashExplorer of(PostgresDatabase database, CrashHandler handler) {
    CrashExplorer explorer = new CrashExplorer(database, null, null, report -> {});
    explorer.handler = handler;
    return explorer;
  }

  /**
   * Has no handler yet.
   *
   * @param reader is given each report
   * @param seeds by which the test is known
   * @param seed of its first exploration
   */
  static CrashExplorer forTest(
      Ways ways, Consumer<CrashReport> reader, TestSeeds seeds, long seed) {
    return new CrashExplorer(ways.database(), ways, seeds, reader).seed(seed);
  }

  /** Checks the business state after each trial. */
  public CrashExplorer check(String what, TrialCheck check) {
    checks.add(new Plan.NamedCheck(what, check));
    return this;
  }

  /**
   * Makes what the intent is about, once for each trial and before its first attempt. What it adds
   * to tables does not count.
   */
  public CrashExplorer preparing(TrialCheck action) {
    preparation = action;
    return this;
  }

  /**
   * Does what recovers stuck work: after every few attempts that failed, and after each trial,
   * before the checks. What it does to tables counts as what the handler does.
   */
  public CrashExplorer recovering(TrialCheck action) {
    recovery = action;
    return this;
  }

  /**
   * Also kills a process that runs the handler.
   *
   * @param type the handler's class, with a constructor that takes nothing. It is started with this
   *     program's class path, and must do the same steps in a new process as in this one, but for
   *     what a process does once before or between them
   */
  public CrashExplorer killing(Class<? extends CrashHandler> type) {
    process = type;
    return this;
  }

  /**
   * Also lets leases run out under their owners.
   *
   * @param handlersClock the clock that the handler goes by; one that it never asks is refused
   * @param longerThanALease how far it is moved
   * @throws IllegalArgumentException if that is not ahead
   */
  public CrashExplorer clock(SettableClock handlersClock, Duration longerThanALease) {
    if (longerThanALease.isZero() || longerThanALease.isNegative()) {
      throw new IllegalArgumentException(
          "%s ends no lease; say how far the clock must be moved for a lease to be over"
              .formatted(longerThanALease));
    }
    clock = handlersClock;
    lease = longerThanALease;
    return this;
  }

  /** Lets only these faults strike. */
  public CrashExplorer faults(CrashFault first, CrashFault... others) {
    faults = EnumSet.of(first, others);
    faultsAreNamed = true;
    return this;
  }

  /**
   * Lets so many trials end without having come to their step, for handlers whose threads do not
   * always do the same. The report names them. Unless told, none may: what was not struck was not
   * tested.
   */
  public CrashExplorer mayMiss(int trials) {
    mayMiss = trials;
    return this;
  }

  /**
   * Lets these faults strike only at the first and at the last of the steps at which they can. The
   * report says so.
   */
  public CrashExplorer atBothEnds(CrashFault first, CrashFault... others) {
    atBothEnds.addAll(EnumSet.of(first, others));
    return this;
  }

  /**
   * Lets these faults strike only at steps that the handler tells of ({@link Trial#step}). The
   * report says so.
   */
  public CrashExplorer whereAnnounced(CrashFault first, CrashFault... others) {
    whereAnnounced.addAll(EnumSet.of(first, others));
    return this;
  }

  /**
   * How long is tried again, with short pauses, where attempts fail: three minutes, unless told. A
   * handler whose leases run out by the time of day needs more than a lease; of those whose clock
   * is {@linkplain #clock given}, a few attempts are enough.
   *
   * @throws IllegalArgumentException if it is no time at all
   */
  public CrashExplorer retryingFor(Duration atMost) {
    if (atMost.isZero() || atMost.isNegative()) {
      throw new IllegalArgumentException(
          "nobody can try again for %s; say how long it takes until whatever is stuck is free"
              .formatted(atMost));
    }
    retrying = atMost;
    return this;
  }

  /** Lets these tables, each with its schema, grow and change as they like. */
  public CrashExplorer ignoring(String... tables) {
    ignored.addAll(List.of(tables));
    return this;
  }

  /** Makes keys and the order of trials anew as an earlier exploration had them. */
  public CrashExplorer seed(long number) {
    seed = number;
    return this;
  }

  /**
   * Repeats one trial, with the key it had. Give the {@linkplain #seed seed} of its exploration
   * too, and a handler that knows nothing of that key.
   */
  public CrashExplorer only(int step, CrashFault fault) {
    only = new TrialId(seed, step, fault);
    return this;
  }

  /** How long is waited. */
  CrashExplorer limits(Limits others) {
    limits = others;
    return this;
  }

  /**
   * Limits all faults to the first and the last step at which they can strike, and kills of a
   * process to the last one.
   */
  CrashExplorer endsOnly() {
    endsOnly = true;
    return this;
  }

  /** Repeats one trial, when its exploration comes; the others try nothing. */
  CrashExplorer repeat(TrialId trial) {
    only = trial;
    repeated = trial;
    return this;
  }

  /** Does all trials of this handler, as {@link #explore()} does. */
  public CrashReport explore(CrashHandler explored) {
    handler = explored;
    return explore();
  }

  /**
   * Does all trials.
   *
   * @throws IllegalStateException if the handler fails where nothing goes wrong, if it answers with
   *     an {@code Outcome}, if a fault that was named cannot strike, if one moves a clock that the
   *     handler never asks, or if the one trial that is wanted does not exist
   * @throws ExplorationBrokenOffException if it cannot go on; it has what was found so far
   */
  public CrashReport explore() {
    if (handler == null) {
      throw new IllegalStateException("there is no handler to explore; say explore(handler)");
    }
    refuseFaultsThatCannotStrike(plan(handler));
    if (sharedWays != null) {
      return explore(plan(handler), sharedWays);
    }
    try (Ways ways = Ways.to(database)) {
      return explore(plan(handler), ways);
    }
  }

  private void refuseFaultsThatCannotStrike(Plan plan) {
    for (CrashFault fault : faults) {
      String lacking = plan.lacks(fault);
      if (faultsAreNamed && lacking != null) {
        throw new IllegalStateException(
            "%s cannot strike without %s; say that too, or leave the fault out"
                .formatted(fault, lacking));
      }
    }
  }

  private CrashReport explore(Plan plan, Ways ways) {
    try (Exploration exploration = new Exploration(plan, ways, seed, isSeedOfTest())) {
      boolean isAnother = repeated != null && repeated.seed() != seed;
      CrashReport report = isAnother ? exploration.learnOnly() : exploration.run();
      reader.accept(report);
      return report;
    } finally {
      // Another exploration needs keys that the handler does not know.
      seed += TestSeeds.NEXT;
      explorations++;
    }
  }

  /** Whether a test can be told by the seed, so that it can be asked for. */
  private boolean isSeedOfTest() {
    return seeds != null && seeds.have(seed) && explorations < TestSeeds.MAX_EXPLORATIONS;
  }

  private Plan plan(CrashHandler explored) {
    return new Plan(
        explored,
        process,
        checks,
        preparation,
        recovery,
        clock,
        lease,
        faults,
        atBothEnds,
        endsOnly,
        whereAnnounced,
        ignored,
        mayMiss,
        limits,
        retrying,
        only);
  }
}
