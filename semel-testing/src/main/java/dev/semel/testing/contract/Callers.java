package dev.semel.testing.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Calls from other threads, for tests.
 *
 * <p><b>Guarantee:</b> nobody waits longer than {@link #MAX_WAIT}; what a call threw is thrown to
 * whoever asks for its result.
 *
 * <p><b>Threads:</b> each call has a thread of its own, so that as many as are asked for really run
 * at once.
 */
public final class Callers {
  public static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private Callers() {}

  /** Makes one call on another thread and returns at once. */
  public static <V> Call<V> start(Supplier<V> call) {
    return new Call<>(call::get);
  }

  /**
   * Makes many calls that start at the same moment, and waits for all of them.
   *
   * @param call is told its number, from 0
   * @return what the calls returned, by number
   */
  public static <V> List<V> together(int callers, IntFunction<V> call) {
    List<V> results = new ArrayList<>();
    for (Call<V> each : startTogether(callers, call)) {
      results.add(each.result());
    }
    return results;
  }

  /** As {@link #together}, but returns at once. */
  public static <V> List<Call<V>> startTogether(int callers, IntFunction<V> call) {
    CyclicBarrier start = new CyclicBarrier(callers);
    List<Call<V>> calls = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      int number = i;
      calls.add(
          new Call<>(
              () -> {
                start.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
                return call.apply(number);
              }));
    }
    return calls;
  }

  /** A call under way on a thread of its own. */
  public static final class Call<V> {
    private final FutureTask<V> task;
    private final Thread thread;

    private Call(Callable<V> call) {
      this.task = new FutureTask<>(call);
      this.thread = new Thread(task, "caller");
      thread.setDaemon(true);
      thread.start();
    }

    /**
     * Waits for the call to end.
     *
     * @throws RuntimeException what the call threw
     */
    public V result() {
      try {
        return task.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw thrown(e);
      } catch (TimeoutException e) {
        throw new AssertionError("a call has not ended within " + MAX_WAIT, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting for a call", e);
      }
    }

    /** The thread the call runs on. */
    public Thread thread() {
      return thread;
    }

    private static RuntimeException thrown(ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      return e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException("a call failed", e);
    }
  }
}
