package dev.semel.torture.nemesis;

import dev.semel.torture.world.World;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries out a plan. A fault counts when it has happened. What is planned for something that is
 * still busy with the fault before waits for its turn, and the last node that is up is not taken
 * down: on a slow machine, where processes take long to start, nothing else would ever happen.
 */
public final class Nemesis implements AutoCloseable {
  private static final long LAST_CHANCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final World world;
  private final FaultPlan plan;
  private final Lanes lanes = new Lanes();
  private final Semaphore nodesThatMayBeDown;
  private final Map<FaultKind, Long> happened = new EnumMap<>(FaultKind.class);
  private final Thread thread = new Thread(this::run, "nemesis");
  private volatile boolean ended;
  private volatile boolean over;
  private volatile long planEndNanos;
  private volatile boolean planEnded;
  private volatile String latest = "none yet";

  public Nemesis(World world, FaultPlan plan) {
    this.world = world;
    this.plan = plan;
    this.nodesThatMayBeDown = new Semaphore(world.nodes().size() - 1);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    long startNanos = System.nanoTime();
    for (PlannedFault fault : plan.faults()) {
      long atNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(fault.atMillis());
      while (!ended && System.nanoTime() < atNanos) {
        LockSupport.parkNanos(Math.min(atNanos - System.nanoTime(), 100_000_000L));
      }
      if (ended) {
        return;
      }
      begin(fault);
    }
  }

  private void begin(PlannedFault fault) {
    Blow blow = new Blow(world, fault, lanes, nodesThatMayBeDown, this::count, this::isTooLate);
    Future<?> unused = lanes.run(blow.lane(), () -> unlessOver(blow));
  }

  /** When the plan is over, nobody waits long for those that only might run into a fault. */
  private boolean isTooLate() {
    return over || (planEnded && System.nanoTime() - planEndNanos > LAST_CHANCE_NANOS);
  }

  /** A slow machine is behind the plan by more than anybody wants to wait for. */
  private void unlessOver(Blow blow) {
    if (!over) {
      blow.run();
    }
  }

  private synchronized void count(FaultKind kind, long times) {
    if (times > 0) {
      happened.merge(kind, times, Long::sum);
      latest = kind.word();
    }
  }

  /** How often each kind has happened. */
  public synchronized Map<FaultKind, Long> happened() {
    return new EnumMap<>(happened);
  }

  public synchronized long total() {
    return happened.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The latest that happened, in a word. */
  public String latest() {
    return latest;
  }

  /** Waits for the last faults to end, and heals everything. */
  public void end() throws InterruptedException {
    thread.join();
    planEndNanos = System.nanoTime();
    planEnded = true;
    lanes.awaitEnd(() -> over = true);
    world.heal();
  }

  /** Ends faults that are under way; nothing is healed. */
  @Override
  public void close() {
    ended = true;
    over = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lanes.close();
  }
}
