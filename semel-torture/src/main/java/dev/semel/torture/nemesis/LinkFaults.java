package dev.semel.torture.nemesis;

import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What is done to the links between processes. It has happened only if somebody used the link: a
 * connection that nobody has cannot be cut. So each waits, for a while, for the link to be used.
 */
final class LinkFaults {
  private static final long MAX_UNUSED_MILLIS = 30_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final PlannedFault fault;
  private final Blow.Count count;
  private final BooleanSupplier isTooLate;

  /**
   * @param isTooLate to wait any longer for somebody to use the link
   */
  LinkFaults(PlannedFault fault, Blow.Count count, BooleanSupplier isTooLate) {
    this.fault = fault;
    this.count = count;
    this.isTooLate = isTooLate;
  }

  /** Loses the next reply, and the connection with it. */
  void loseReply(FaultProxy link) {
    awaitFired(List.of(link), proxy -> proxy.cutAfterBytes(Direction.TO_CLIENT, 0));
  }

  /**
   * Loses the reply to what makes the next change last, and the connection with it.
   *
   * @param statement in which the change ends
   */
  void loseCommitReply(List<FaultProxy> links, String statement) {
    awaitFired(links, proxy -> proxy.onMessage(statement).loseReply());
  }

  /** Waits for somebody to run into the fault; nobody may, and then it has not happened. */
  private void awaitFired(List<FaultProxy> links, Function<FaultProxy, Fault> set) {
    List<Fault> waiting = links.stream().map(set).toList();
    await(() -> fired(waiting) > 0, fault.lengthMillis());
    links.forEach(FaultProxy::heal);
    count.add(fault.kind(), fired(waiting));
  }

  private void await(BooleanSupplier condition, long limitMillis) {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    while (!condition.getAsBoolean() && System.nanoTime() < endNanos && !isTooLate.getAsBoolean()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static int fired(List<Fault> faults) {
    return faults.stream().mapToInt(Fault::firedCount).sum();
  }

  /** Cuts what is open; new connections are welcome. */
  void cutOnce(FaultProxy link) {
    countIfUsed(List.of(link), link::cutAll);
  }

  /** Cuts what is open, and refuses new connections for a while. */
  void cut(List<FaultProxy> links) {
    forAWhile(
        links,
        () -> {
          links.forEach(FaultProxy::refuseNew);
          links.forEach(FaultProxy::cutAll);
        });
  }

  void delay(List<FaultProxy> links) {
    Duration delay = Duration.ofMillis(fault.amount());
    forAWhile(
        links,
        () -> {
          links.forEach(link -> link.delay(Direction.TO_SERVER, delay));
          links.forEach(link -> link.delay(Direction.TO_CLIENT, delay));
        });
  }

  void swallow(List<FaultProxy> links, Direction direction) {
    forAWhile(links, () -> links.forEach(link -> link.blackHole(direction)));
  }

  private void forAWhile(List<FaultProxy> links, Runnable begin) {
    countIfUsed(
        links,
        () -> {
          begin.run();
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(fault.lengthMillis()));
          links.forEach(FaultProxy::heal);
        });
  }

  private void countIfUsed(List<FaultProxy> links, Runnable whole) {
    await(() -> open(links) > 0, MAX_UNUSED_MILLIS);
    long openBefore = open(links);
    long trafficBefore = traffic(links);
    whole.run();
    if (openBefore > 0 || traffic(links) > trafficBefore) {
      count.add(fault.kind(), 1);
    }
  }

  private static long open(List<FaultProxy> links) {
    return links.stream().mapToLong(FaultProxy::openConnectionCount).sum();
  }

  private static long traffic(List<FaultProxy> links) {
    return links.stream()
        .mapToLong(
            link ->
                link.connectionCount()
                    + link.byteCount(Direction.TO_SERVER)
                    + link.byteCount(Direction.TO_CLIENT))
        .sum();
  }
}
