package dev.semel.inbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off the kept messages of one consumer on threads of its own, until closed. Any number of
 * nodes may run one: each message is given to one of them at a time, and messages of one key are
 * applied in their order.
 *
 * <p>A consumer that applies messages directly needs one too if it has a version guard, for what is
 * left parked or waiting by a process that died.
 */
public final class InboxWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");
  private static final int MAX_THREADS = 256;
  private static final Duration MIN_POLL = Duration.ofMillis(1);
  private static final Duration MAX_POLL = Duration.ofHours(1);

  private final Inbox inbox;
  private final ConsumerSettings consumer;
  private final MessageHandler handler;
  private final Duration pollInterval;
  private final List<Thread> threads = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private long wakeUps;
  private boolean stopping;

  private InboxWorker(
      Inbox inbox, ConsumerSettings consumer, MessageHandler handler, Duration pollInterval) {
    this.inbox = inbox;
    this.consumer = consumer;
    this.handler = handler;
    this.pollInterval = pollInterval;
  }

  /**
   * Starts working.
   *
   * @param threads how many batches are worked on at once, 1 to {@value #MAX_THREADS}
   * @param pollInterval how long an idle thread waits before it looks again
   */
  public static InboxWorker start(
      Inbox inbox,
      ConsumerSettings consumer,
      MessageHandler handler,
      int threads,
      Duration pollInterval) {
    Checks.between("number of threads", threads, 1, MAX_THREADS);
    Checks.between("poll interval", pollInterval, MIN_POLL, MAX_POLL);
    InboxWorker worker = new InboxWorker(inbox, consumer, handler, pollInterval);
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(worker::work, "semel-inbox-%s-%d".formatted(consumer.name(), i));
      thread.setDaemon(true);
      worker.threads.add(thread);
    }
    worker.threads.forEach(Thread::start);
    return worker;
  }

  /** Looks at once, because something was just stored. */
  public void wake() {
    lock.lock();
    try {
      wakeUps++;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Finishes the batches under way, takes no more, and waits for the threads to end. A handler that
   * calls it does not wait: it is what others would wait for.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      stopping = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
    if (!threads.contains(Thread.currentThread())) {
      awaitEnd();
    }
  }

  private void awaitEnd() {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    long seen = wakeUps();
    while (!isStopping()) {
      boolean idle = pass();
      if (idle) {
        seen = await(seen);
      }
    }
  }

  /** One pass; whatever goes wrong, the next one may do better. */
  private boolean pass() {
    try {
      return inbox.workOff(consumer, handler).isIdle();
    } catch (RuntimeException failure) {
      LOG.warn("consumer {}: a pass over kept messages failed", consumer.name(), failure);
      return true;
    }
  }

  private long wakeUps() {
    lock.lock();
    try {
      return wakeUps;
    } finally {
      lock.unlock();
    }
  }

  private boolean isStopping() {
    lock.lock();
    try {
      return stopping;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next poll or a wake-up since the one that was seen. */
  private long await(long seen) {
    lock.lock();
    try {
      long nanos = pollInterval.toNanos();
      while (!stopping && wakeUps == seen && nanos > 0) {
        nanos = woken.awaitNanos(nanos);
      }
      return wakeUps;
    } catch (InterruptedException e) {
      stopping = true;
      Thread.currentThread().interrupt();
      return seen;
    } finally {
      lock.unlock();
    }
  }
}
