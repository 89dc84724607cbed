package dev.semel.spring.internal.listener;

import dev.semel.inbox.InboxWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/**
 * Works off what was kept for the listeners of an application: parked messages whose turn has come,
 * and dead letters that were redriven. Runs while the application does.
 */
public final class ListenerWorkers implements SmartLifecycle {
  /** Begins before containers do and ends after them. */
  private static final int PHASE = Integer.MAX_VALUE - 200;

  private final IdempotentListeners listeners;
  private final int threads;
  private final Duration pollInterval;
  private final List<KeptMessages> methods = new ArrayList<>();
  private final List<Listener> known = new ArrayList<>();
  private final List<InboxWorker> workers = new ArrayList<>();
  private boolean running;

  /**
   * @param threads of each listener; with 0 nothing is worked off here
   */
  public ListenerWorkers(IdempotentListeners listeners, int threads, Duration pollInterval) {
    this.listeners = listeners;
    this.threads = threads;
    this.pollInterval = pollInterval;
  }

  /** Works for the listener that a method of a bean is. */
  synchronized void add(Object bean, Listener listener) {
    known.add(listener);
    methods.add(new KeptMessages(bean, listener));
  }

  @Override
  public synchronized void start() {
    running = true;
    for (int i = 0; threads > 0 && i < known.size(); i++) {
      workers.add(
          InboxWorker.start(
              listeners.inbox(),
              known.get(i).settings(),
              listeners.joining().onItsOwn(methods.get(i).handler()),
              threads,
              pollInterval));
    }
  }

  @Override
  public synchronized void stop() {
    workers.forEach(InboxWorker::close);
    workers.clear();
    running = false;
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
