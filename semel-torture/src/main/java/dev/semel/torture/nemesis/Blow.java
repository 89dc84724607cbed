package dev.semel.torture.nemesis;

import dev.semel.testing.net.Direction;
import dev.semel.torture.role.RoleSettings;
import dev.semel.torture.role.RoleSettings.Role;
import dev.semel.torture.world.RoleProcess;
import dev.semel.torture.world.World;
import dev.semel.torture.world.World.NodeAccess;
import dev.semel.torture.world.World.Party;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** One fault as it happens, from its beginning until it is healed. */
final class Blow implements Runnable {
  private final World world;
  private final PlannedFault fault;
  private final Lanes lanes;
  private final Semaphore nodesThatMayBeDown;
  private final Count count;
  private final LinkFaults links;

  /** Hears how often a fault has happened. */
  interface Count {
    void add(FaultKind kind, long times);
  }

  /**
   * @param isTooLate to wait any longer for somebody to run into the fault
   */
  Blow(
      World world,
      PlannedFault fault,
      Lanes lanes,
      Semaphore nodesThatMayBeDown,
      Count count,
      BooleanSupplier isTooLate) {
    this.world = world;
    this.fault = fault;
    this.lanes = lanes;
    this.nodesThatMayBeDown = nodesThatMayBeDown;
    this.count = count;
    this.links = new LinkFaults(fault, count, isTooLate);
  }

  /** What it happens to. */
  String lane() {
    return switch (fault.kind()) {
      case KILL_NODE, PAUSE_NODE, SHIFT_CLOCK -> node().process().name();
      case KILL_RELAY, PAUSE_RELAY, STOP_RELAY -> relay().name();
      case KILL_CONSUMER, PAUSE_CONSUMER, STOP_CONSUMER -> consumer().name();
      case KILL_JANITOR -> world.janitor().name();
      case CRASH_DATABASE -> "postgres";
      case KILL_BROKER -> "kafka";
      case ROLL_DEPLOYMENT -> "deployment";
      case LOSE_REPLY, CUT_CLIENTS, DELAY_CLIENTS, SWALLOW_REQUESTS, SWALLOW_ANSWERS ->
          node().process().name() + " clients";
      case LOSE_COMMIT_REPLY, CUT_DATABASE, DELAY_DATABASE, SWALLOW_DATABASE ->
          party().process().name() + " database";
      case LOSE_PROVIDER_REPLY -> node().process().name() + " provider";
      case CUT_BROKER, DELAY_BROKER, SWALLOW_BROKER -> "kafka link";
    };
  }

  @Override
  public void run() {
    switch (fault.kind()) {
      case KILL_NODE -> whileAnotherIsUp(() -> kill(node().process()));
      case KILL_RELAY -> kill(relay());
      case KILL_CONSUMER -> kill(consumer());
      case KILL_JANITOR -> kill(world.janitor());
      case STOP_RELAY -> stop(relay());
      case STOP_CONSUMER -> stop(consumer());
      case PAUSE_NODE -> whileAnotherIsUp(() -> pause(node().process()));
      case PAUSE_RELAY -> pause(relay());
      case PAUSE_CONSUMER -> pause(consumer());
      case CRASH_DATABASE -> crashDatabase();
      case KILL_BROKER -> killBroker();
      case ROLL_DEPLOYMENT -> roll();
      case SHIFT_CLOCK -> whileAnotherIsUp(this::shiftClock);
      case LOSE_REPLY -> links.loseReply(node().clients());
      case LOSE_PROVIDER_REPLY -> links.loseReply(node().provider());
      case LOSE_COMMIT_REPLY ->
          links.loseCommitReply(
              party().database(), commit(party().process().settings().role(), fault.amount()));
      case CUT_CLIENTS -> links.cutOnce(node().clients());
      case DELAY_CLIENTS -> links.delay(List.of(node().clients()));
      case DELAY_DATABASE -> links.delay(party().database());
      case DELAY_BROKER -> links.delay(List.of(world.brokerLink()));
      case SWALLOW_REQUESTS -> links.swallow(List.of(node().clients()), Direction.TO_SERVER);
      case SWALLOW_ANSWERS -> links.swallow(List.of(node().clients()), Direction.TO_CLIENT);
      case SWALLOW_DATABASE -> links.swallow(party().database(), direction());
      case SWALLOW_BROKER -> links.swallow(List.of(world.brokerLink()), direction());
      case CUT_DATABASE -> links.cut(party().database());
      case CUT_BROKER -> links.cut(List.of(world.brokerLink()));
    }
  }

  /** Drawn with the plan: one half of all amounts is even. */
  private Direction direction() {
    return fault.amount() % 2 == 0 ? Direction.TO_SERVER : Direction.TO_CLIENT;
  }

  /**
   * What makes a change last: relays and the janitor change things by statements of their own. The
   * janitor purges all the while and decides now and then, so half of its faults, as drawn with the
   * plan, wait for a decision.
   */
  static String commit(Role role, int amount) {
    return switch (role) {
      case NODE, CONSUMER -> "COMMIT";
      case RELAY -> "UPDATE";
      case JANITOR -> amount % 2 == 0 ? "DELETE" : ".recovery (decided_at";
    };
  }

  /** A node, a relay, a consumer or the janitor. */
  private Party party() {
    return world.parties().get(fault.target() % world.parties().size());
  }

  private NodeAccess node() {
    return world.nodes().get(fault.target() % world.nodes().size());
  }

  private RoleProcess relay() {
    return world.relays().get(fault.target() % world.relays().size());
  }

  private RoleProcess consumer() {
    return world.consumers().get(fault.target() % world.consumers().size());
  }

  private void whileAnotherIsUp(Runnable outage) {
    nodesThatMayBeDown.acquireUninterruptibly();
    try {
      outage.run();
    } finally {
      nodesThatMayBeDown.release();
    }
  }

  private void happened() {
    count.add(fault.kind(), 1);
  }

  private void last() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(fault.lengthMillis()));
  }

  private void kill(RoleProcess process) {
    boolean wasAlive = process.isAlive();
    process.kill();
    startAgain(process, wasAlive);
  }

  private void stop(RoleProcess process) {
    boolean wasAlive = process.isAlive();
    process.stop();
    startAgain(process, wasAlive);
  }

  private void startAgain(RoleProcess process, boolean wasAlive) {
    if (wasAlive) {
      happened();
    }
    last();
    process.start();
    world.awaitReady(process);
  }

  private void pause(RoleProcess process) {
    if (process.pause(Duration.ofMillis(fault.lengthMillis()))) {
      happened();
    }
  }

  private void crashDatabase() {
    if (world.database().crash()) {
      happened();
    }
    last();
    world.database().restart();
  }

  private void killBroker() {
    boolean wasRunning = world.kafka().isRunning(0);
    world.kafka().killBroker(0);
    if (wasRunning) {
      happened();
    }
    last();
    world.kafka().startBroker(0);
  }

  /** Each node in its own lane, so that nothing else happens to it meanwhile. */
  private void roll() {
    int build = node().process().settings().build() == 1 ? 2 : 1;
    for (NodeAccess node : world.nodes()) {
      RoleProcess process = node.process();
      Runnable replacement = () -> replace(process, settings -> settings.build(build));
      await(lanes.run(process.name(), () -> whileAnotherIsUp(replacement)));
    }
    happened();
  }

  private void shiftClock() {
    RoleProcess process = node().process();
    replace(process, settings -> settings.clockShift(Duration.ofMillis(fault.amount())));
    happened();
  }

  /** The settings are read now, not when the fault was planned: others may have changed them. */
  private void replace(RoleProcess process, UnaryOperator<RoleSettings> change) {
    process.stop();
    process.start(change.apply(process.settings()));
    world.awaitReady(process);
  }

  private static void await(Future<?> work) {
    try {
      work.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
