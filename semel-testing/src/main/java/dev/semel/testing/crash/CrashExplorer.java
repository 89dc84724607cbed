package dev.semel.testing.crash;

import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether a handler has one effect and one answer, whatever goes wrong.
 *
 * <p>It runs the handler once and learns its steps: each request that goes to the database. Then it
 * runs it again for each step and each {@linkplain CrashFault fault}, with a key of its own each
 * time; tries again, as a client would, until there is an answer; and once more. In the end every
 * table must have grown as by a run in which nothing went wrong, all answers must be equal, no
 * transaction may be left open, and the given checks must hold.
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
  private static final int ANY = 0;

  private final PostgresDatabase database;
  private final CrashHandler handler;
  private final List<Plan.NamedCheck> checks = new ArrayList<>();
  private final Set<String> ignored = new LinkedHashSet<>();
  private Set<CrashFault> faults = EnumSet.allOf(CrashFault.class);
  private @Nullable Class<? extends CrashHandler> process;
  private @Nullable TrialCheck recovery;
  private @Nullable SettableClock clock;
  private Duration lease = Duration.ZERO;
  private long seed = System.nanoTime();
  private int onlyStep = ANY;

  private CrashExplorer(PostgresDatabase database, CrashHandler handler) {
    this.database = database;
    this.handler = handler;
  }

  /** Explores a handler that works on this database. */
  public static CrashExplorer of(PostgresDatabase database, CrashHandler handler) {
    return new CrashExplorer(database, handler);
  }

  /** Checks the business state after each trial. */
  public CrashExplorer check(String what, TrialCheck check) {
    checks.add(new Plan.NamedCheck(what, check));
    return this;
  }

  /** Does what recovers stuck work, after each trial and before the checks. */
  public CrashExplorer recovering(TrialCheck action) {
    recovery = action;
    return this;
  }

  /**
   * Also kills a process that runs the handler.
   *
   * @param type the handler's class, with a constructor that takes nothing. It is started with this
   *     program's class path, and must do the same steps in a new process as in this one
   */
  public CrashExplorer killing(Class<? extends CrashHandler> type) {
    process = type;
    return this;
  }

  /**
   * Also lets leases run out under their owners.
   *
   * @param handlersClock the clock that the handler goes by
   * @param longerThanALease how far it is moved
   */
  public CrashExplorer clock(SettableClock handlersClock, Duration longerThanALease) {
    clock = handlersClock;
    lease = longerThanALease;
    return this;
  }

  /** Lets only these faults strike. */
  public CrashExplorer faults(CrashFault first, CrashFault... others) {
    faults = EnumSet.of(first, others);
    return this;
  }

  /** Lets these tables, each with its schema, grow as they like. */
  public CrashExplorer ignoring(String... tables) {
    ignored.addAll(List.of(tables));
    return this;
  }

  /** Makes keys and the order of trials anew as an earlier exploration had them. */
  public CrashExplorer seed(long number) {
    seed = number;
    return this;
  }

  /** Repeats one trial. */
  public CrashExplorer only(int step, CrashFault fault) {
    onlyStep = step;
    return faults(fault);
  }

  /**
   * Does all trials.
   *
   * @throws IllegalStateException if the handler fails where nothing goes wrong
   */
  public CrashReport explore() {
    Plan plan =
        new Plan(database, handler, process, checks, recovery, clock, lease, faults, ignored);
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      return new Exploration(plan, proxy, seed).run(this::isWanted);
    }
  }

  private boolean isWanted(Step step) {
    return onlyStep == ANY || step.number() == onlyStep;
  }
}
