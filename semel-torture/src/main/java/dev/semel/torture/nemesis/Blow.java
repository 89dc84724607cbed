package dev.semel.torture.nemesis;

import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.torture.role.RoleSettings;
import dev.semel.torture.world.RoleProcess;
import dev.semel.torture.world.World;
import dev.semel.torture.world.World.NodeAccess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** One fault as it happens, from its beginning until it is healed. */
final class Blow implements Runnable {
  /** Whoever takes longer is left alone, and may still be starting when the next fault comes. */
  private static final Duration MAX_START = Duration.ofSeconds(60);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final World world;
  private final PlannedFault fault;
  private final Lanes lanes;
  private final Semaphore nodesThatMayBeDown;
  private final Count count;

  /** Hears how often a fault has happened. */
  interface Count {
    void add(FaultKind kind, long times);
  }

  Blow(World world, PlannedFault fault, Lanes lanes, Semaphore nodesThatMayBeDown, Count count) {
    this.world = world;
    this.fault = fault;
    this.lanes = lanes;
    this.nodesThatMayBeDown = nodesThatMayBeDown;
    this.count = count;
  }

  /** What it happens to. */
  String lane() {
    return switch (fault.kind()) {
      case KILL_NODE, PAUSE_NODE, SHIFT_CLOCK -> node().process().name();
      case KILL_RELAY, PAUSE_RELAY -> relay().name();
      case KILL_CONSUMER, PAUSE_CONSUMER -> consumer().name();
      case KILL_JANITOR -> world.janitor().name();
      case CRASH_DATABASE -> "postgres";
      case KILL_BROKER -> "kafka";
      case ROLL_DEPLOYMENT -> "deployment";
      case LOSE_REPLY, CUT_CLIENTS, DELAY_CLIENTS, SWALLOW_REQUESTS, SWALLOW_ANSWERS ->
          node().process().name() + " clients";
      case LOSE_COMMIT_REPLY, CUT_DATABASE, DELAY_DATABASE -> node().process().name() + " database";
      case LOSE_PROVIDER_REPLY -> node().process().name() + " provider";
      case CUT_BROKER, DELAY_BROKER -> "kafka link";
    };
  }

  @Override
  public void run() {
    switch (fault.kind()) {
      case KILL_NODE -> whileAnotherIsUp(() -> kill(node().process()));
      case KILL_RELAY -> kill(relay());
      case KILL_CONSUMER -> kill(consumer());
      case KILL_JANITOR -> kill(world.janitor());
      case PAUSE_NODE -> whileAnotherIsUp(() -> pause(node().process()));
      case PAUSE_RELAY -> pause(relay());
      case PAUSE_CONSUMER -> pause(consumer());
      case CRASH_DATABASE -> crashDatabase();
      case KILL_BROKER -> killBroker();
      case ROLL_DEPLOYMENT -> roll();
      case SHIFT_CLOCK -> whileAnotherIsUp(this::shiftClock);
      case LOSE_REPLY -> loseReply(node().clients());
      case LOSE_PROVIDER_REPLY -> loseReply(node().provider());
      case LOSE_COMMIT_REPLY -> loseCommitReply();
      case CUT_CLIENTS -> cutClients();
      case DELAY_CLIENTS -> delay(List.of(node().clients()));
      case DELAY_DATABASE -> delay(node().database());
      case DELAY_BROKER -> delay(List.of(world.brokerLink()));
      case SWALLOW_REQUESTS -> swallow(Direction.TO_SERVER);
      case SWALLOW_ANSWERS -> swallow(Direction.TO_CLIENT);
      case CUT_DATABASE -> cut(node().database());
      case CUT_BROKER -> cut(List.of(world.brokerLink()));
    }
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
    process.kill();
    happened();
    last();
    process.start();
    process.awaitReady(MAX_START);
  }

  private void pause(RoleProcess process) {
    if (process.isAlive()) {
      happened();
      process.pause(Duration.ofMillis(fault.lengthMillis()));
    }
  }

  private void crashDatabase() {
    world.database().crash();
    happened();
    last();
    world.database().restart();
  }

  private void killBroker() {
    world.kafka().killBroker(0);
    happened();
    last();
    world.kafka().startBroker(0);
  }

  /** Each node in its own lane, so that nothing else happens to it meanwhile. */
  private void roll() {
    int build = node().process().settings().build() == 1 ? 2 : 1;
    for (NodeAccess node : world.nodes()) {
      RoleProcess process = node.process();
      RoleSettings other = process.settings().build(build);
      await(lanes.run(process.name(), () -> whileAnotherIsUp(() -> replace(process, other))));
    }
    happened();
  }

  private void shiftClock() {
    RoleProcess process = node().process();
    replace(process, process.settings().clockShift(Duration.ofMillis(fault.amount())));
    happened();
  }

  private static void replace(RoleProcess process, RoleSettings settings) {
    process.stop();
    process.start(settings);
    process.awaitReady(MAX_START);
  }

  private void loseReply(FaultProxy link) {
    awaitFired(List.of(link), proxy -> proxy.cutAfterBytes(Direction.TO_CLIENT, 0));
  }

  private void loseCommitReply() {
    awaitFired(node().database(), proxy -> proxy.onMessage("COMMIT").loseReply());
  }

  /** Waits for somebody to run into the fault; nobody may, and then it has not happened. */
  private void awaitFired(List<FaultProxy> links, Function<FaultProxy, Fault> set) {
    List<Fault> waiting = links.stream().map(set).toList();
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(fault.lengthMillis());
    while (fired(waiting) == 0 && System.nanoTime() < endNanos) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    links.forEach(FaultProxy::heal);
    count.add(fault.kind(), fired(waiting));
  }

  private static int fired(List<Fault> faults) {
    return faults.stream().mapToInt(Fault::firedCount).sum();
  }

  private void cutClients() {
    node().clients().cutAll();
    happened();
  }

  private void delay(List<FaultProxy> links) {
    for (FaultProxy link : links) {
      link.delay(Direction.TO_SERVER, Duration.ofMillis(fault.amount()));
      link.delay(Direction.TO_CLIENT, Duration.ofMillis(fault.amount()));
    }
    happened();
    last();
    links.forEach(FaultProxy::heal);
  }

  private void swallow(Direction direction) {
    node().clients().blackHole(direction);
    happened();
    last();
    node().clients().heal();
  }

  private void cut(List<FaultProxy> links) {
    links.forEach(FaultProxy::refuseNew);
    links.forEach(FaultProxy::cutAll);
    happened();
    last();
    links.forEach(FaultProxy::heal);
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
