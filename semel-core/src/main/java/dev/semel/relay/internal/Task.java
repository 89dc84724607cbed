package dev.semel.relay.internal;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An event on its way through the relay. Settled on any thread; the rest is its owner's. */
final class Task implements Delivery {
  private static final int MAX_REASON_CHARACTERS = 1_000;

  private final RelayedEvent event;
  private final int attempt;
  private final Consumer<Task> onSettled;
  private final AtomicReference<@Nullable Result> result = new AtomicReference<>();
  private volatile boolean dropped;

  /**
   * Makes a task.
   *
   * @param onSettled is told once per try, on the thread that settles it
   */
  Task(RelayedEvent event, int attempt, Consumer<Task> onSettled) {
    this.event = event;
    this.attempt = attempt;
    this.onSettled = onSettled;
  }

  @Override
  public RelayedEvent event() {
    return event;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public boolean isWanted() {
    return !dropped && result.get() == null;
  }

  /** How it was settled; null if it is not. */
  @Nullable Result result() {
    return result.get();
  }

  /** Nobody waits for it any more. */
  void drop() {
    dropped = true;
  }

  /** The same event, to be tried once more. */
  Task again() {
    return new Task(event, attempt, onSettled);
  }

  void settle(Result how) {
    if (result.compareAndSet(null, how)) {
      onSettled.accept(this);
    }
  }

  @Override
  public void published() {
    settle(new Result.Published());
  }

  @Override
  public void failed(String reason) {
    failed(reason, Duration.ZERO);
  }

  @Override
  public void failed(String reason, Duration retryAfter) {
    settle(new Result.Failed(shortened(reason), retryAfter));
  }

  @Override
  public void refused(String reason) {
    settle(new Result.Refused(shortened(reason)));
  }

  @Override
  public void unavailable(String reason) {
    unavailable(reason, Duration.ZERO);
  }

  @Override
  public void unavailable(String reason, Duration retryAfter) {
    settle(new Result.Unavailable(shortened(reason), retryAfter));
  }

  @Override
  public void skipped() {
    settle(new Result.Skipped());
  }

  /** What a database takes, and an operator reads. */
  private static String shortened(String reason) {
    String clean = reason.replace('\0', ' ');
    return clean.length() > MAX_REASON_CHARACTERS
        ? clean.substring(0, MAX_REASON_CHARACTERS)
        : clean;
  }
}
