package dev.semel.relay.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Wakes one thread. Raising it before the thread waits lets it pass. */
final class Signal {
  private final AtomicBoolean raised = new AtomicBoolean();
  private volatile @Nullable Thread waiter;

  void raise() {
    if (raised.compareAndSet(false, true)) {
      LockSupport.unpark(waiter);
    }
  }

  /** Waits until it is raised, or the time has passed; for the one thread. */
  void await(long nanos) {
    waiter = Thread.currentThread();
    if (nanos > 0 && !raised.get()) {
      LockSupport.parkNanos(this, nanos);
    }
    raised.set(false);
  }
}
