package dev.semel.bench.outbox;

import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Work;
import dev.semel.bench.process.Answer;
import dev.semel.bench.process.Orders;
import dev.semel.relay.RelaySettings.Start;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The process of one outbox: publishes and delivers as it is told. */
public final class OutboxProcess implements Orders.Worker {
  private static final int FIRST_EVENTS = 40;
  private static final Duration MAX_DRAIN = Duration.ofMinutes(10);
  private static final Duration MAX_LATENCY = Duration.ofMinutes(2);

  private final Contender contender;
  private final Acks acks;
  private final AtomicInteger nextNumber = new AtomicInteger();

  private OutboxProcess(Contender contender, Acks acks) {
    this.contender = contender;
    this.acks = acks;
  }

  public static void main(String[] args) throws IOException {
    Orders.serve(() -> start(OutboxKind.valueOf(args[0]), args[1], args[2]));
  }

  private static OutboxProcess start(OutboxKind kind, String jdbcUrl, String bootstrapServers) {
    Place place = new Place(jdbcUrl, bootstrapServers, new Acks());
    return new OutboxProcess(contender(kind, place), place.acks());
  }

  private static Contender contender(OutboxKind kind, Place place) {
    return switch (kind) {
      case SEMEL -> new SemelOutbox(place, Start.NOW, true);
      case SEMEL_POLLING -> new SemelOutbox(place, Start.NOW, false);
      case SEMEL_FROM_OLDEST -> new SemelOutbox(place, Start.OLDEST, true);
      case TRANSACTION_OUTBOX -> new TransactionOutboxPeer(place);
      case MODULITH -> new ModulithPeer(place);
      case NAMASTACK -> new NamastackPeer(place);
    };
  }

  @Override
  public Answer work(String order, long[] arguments) throws Exception {
    return switch (order) {
      case "reset" -> reset();
      case "fill" -> fill((int) arguments[0]);
      case "open" -> open();
      case "shut" -> shut();
      case "drain" -> drain((int) arguments[0]);
      case "pace" -> pace((int) arguments[0], (int) arguments[1]);
      case "pay" -> repeat(contender::pay, arguments);
      case "publish" -> repeat(this::publishNext, arguments);
      case "pay once" -> once(contender::pay);
      case "publish once" -> once(this::publishNext);
      case "heap" -> Answer.of(peakHeapBytes());
      default -> throw new IllegalArgumentException("there is no order " + order);
    };
  }

  private Answer reset() throws Exception {
    contender.reset();
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    return Answer.done();
  }

  private Answer open() throws Exception {
    contender.open();
    return Answer.done();
  }

  private Answer shut() throws Exception {
    contender.shut();
    return Answer.done();
  }

  /** Publishes so many events that wait. */
  private Answer fill(int events) throws Exception {
    Publishers publishers = new Publishers(contender, Contender.THREADS);
    return Answer.of(publishers.publish(events));
  }

  /** Delivers so many events that wait, and tells how long it took. */
  private Answer drain(int events) throws Exception {
    acks.expect(events);
    long startNanos = System.nanoTime();
    contender.open();
    acks.await(MAX_DRAIN);
    long elapsedNanos = System.nanoTime() - startNanos;
    contender.shut();
    return Answer.of(elapsedNanos);
  }

  /**
   * Publishes so many events per second, after some that do not count because delivery has just
   * begun, and tells how long after its commit each arrived.
   */
  private Answer pace(int perSecond, int events) throws Exception {
    Publishers publishers = new Publishers(contender, Contender.THREADS);
    contender.open();
    acks.expect(FIRST_EVENTS);
    publishers.publish(perSecond, FIRST_EVENTS);
    acks.await(MAX_LATENCY);
    acks.expect(events);
    long startNanos = System.nanoTime();
    long[] committedNanos = publishers.publish(perSecond, events);
    acks.await(MAX_LATENCY);
    long elapsedNanos = System.nanoTime() - startNanos;
    contender.shut();
    long[] latencies = new long[events];
    for (int i = 0; i < events; i++) {
      latencies[i] = Math.max(0, acks.ackedNanos(i) - committedNanos[i]);
    }
    return Answer.of(elapsedNanos, latencies);
  }

  private void publishNext() throws Exception {
    contender.payAndPublish(nextNumber.getAndIncrement());
  }

  private static Answer repeat(Work work, long[] arguments) {
    try (Crew crew = new Crew((int) arguments[0])) {
      return Answer.of(crew.work(Work.timed(work), Duration.ofNanos(arguments[1])));
    }
  }

  private static Answer once(Work work) throws Exception {
    work.once();
    return Answer.done();
  }

  private static long peakHeapBytes() {
    return heapPools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  @Override
  public void close() {
    contender.close();
  }
}
