package dev.semel.bench.inbox;

import dev.semel.bench.measure.Round;
import dev.semel.bench.process.Child;
import java.time.Duration;
import java.util.List;

/** Someone's inbox in a process of its own. For one thread. */
public final class InboxChild implements AutoCloseable {
  private static final int MAX_HEAP_MEGABYTES = 512;

  private final Child child;

  private InboxChild(Child child) {
    this.child = child;
  }

  public static InboxChild start(InboxKind kind, String jdbcUrl) {
    return new InboxChild(
        Child.start(
            InboxProcess.class, kind.title(), MAX_HEAP_MEGABYTES, List.of(kind.name(), jdbcUrl)));
  }

  /** Consumes new messages for so long, so many to a call; each message counts. */
  public Round consume(int threads, int batch, Duration duration) {
    return child.order("consume", threads, batch, duration.toNanos()).round();
  }

  @Override
  public void close() {
    child.close();
  }
}
