package dev.semel.torture.nemesis;

import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What is done to the links between processes. It has happened only if somebody has met it: a
 * connection that nobody has cannot be cut, and what nobody says is neither late nor lost. So each
 * waits, for a while, for the link to be used.
 */
final class LinkFaults {
  private static final long MAX_UNUSED_MILLIS = 90_000;
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
    countIfOpen(List.of(link), link::cutAll);
  }

  /** Cuts what is open, and refuses new connections for a while. */
  void cut(List<FaultProxy> links) {
    countIfOpen(
        links,
        () -> {
          links.forEach(FaultProxy::refuseNew);
          links.forEach(FaultProxy::cutAll);
          last();
          links.forEach(FaultProxy::heal);
        });
  }

  private void countIfOpen(List<FaultProxy> links, Runnable whole) {
    await(() -> open(links) > 0, MAX_UNUSED_MILLIS);
    long openBefore = open(links);
    long connectionsBefore = sum(links, FaultProxy::connectionCount);
    whole.run();
    if (openBefore > 0 || sum(links, FaultProxy::connectionCount) > connectionsBefore) {
      count.add(fault.kind(), 1);
    }
  }

  void delay(List<FaultProxy> links) {
    Duration delay = Duration.ofMillis(fault.amount());
    countIfMet(
        links,
        link -> {
          link.delay(Direction.TO_SERVER, delay);
          link.delay(Direction.TO_CLIENT, delay);
        },
        link ->
            link.delayedByteCount(Direction.TO_SERVER)
                + link.delayedByteCount(Direction.TO_CLIENT));
  }

  void swallow(List<FaultProxy> links, Direction direction) {
    countIfMet(
        links, link -> link.blackHole(direction), link -> link.swallowedByteCount(direction));
  }

  /** Its time begins when somebody has run into it: on a link that is silent nothing happens. */
  private void countIfMet(
      List<FaultProxy> links, Consumer<FaultProxy> begin, ToLongFunction<FaultProxy> met) {
    long before = sum(links, met);
    links.forEach(begin);
    await(() -> sum(links, met) > before, MAX_UNUSED_MILLIS);
    last();
    links.forEach(FaultProxy::heal);
    if (sum(links, met) > before) {
      count.add(fault.kind(), 1);
    }
  }

  private void last() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(fault.lengthMillis()));
  }

  private static long open(List<FaultProxy> links) {
    return sum(links, FaultProxy::openConnectionCount);
  }

  private static long sum(List<FaultProxy> links, ToLongFunction<FaultProxy> counter) {
    return links.stream().mapToLong(counter).sum();
  }
}
