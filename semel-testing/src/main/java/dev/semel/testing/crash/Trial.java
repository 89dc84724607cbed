package dev.semel.testing.crash;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One intent of the exploration: a key of its own, and a way to the database.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class Trial {
  private final String key;
  private final DataSource dataSource;
  private final String jdbcUrl;
  private final StepGate gate;

  Trial(String key, DataSource dataSource, String jdbcUrl, StepGate gate) {
    this.key = key;
    this.dataSource = dataSource;
    this.jdbcUrl = jdbcUrl;
    this.gate = gate;
  }

  /**
   * Returns what the handler is to recognise attempts by. No other trial has it; the same trial of
   * an exploration with the same seed does.
   */
  public String key() {
    return key;
  }

  /**
   * Returns a way to the database; each connection is a new one. While a fault is to strike, it
   * leads through a proxy that brings it about. All trials share these two, so that a handler can
   * keep what it makes of them.
   */
  public DataSource dataSource() {
    return dataSource;
  }

  /**
   * Returns the same as a URL, for a handler that makes its own connections or pool. One of those
   * that the handler loses may be closed by the driver before it is seen to be left behind.
   */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /**
   * Something that a handler does.
   *
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface Action<E extends Exception> {
    /** Does it. */
    void run() throws E;
  }

  /**
   * Something that a handler asks for.
   *
   * @param <V> what it gets
   * @param <E> what it may get instead
   */
  @FunctionalInterface
  public interface Request<V extends @Nullable Object, E extends Exception> {
    /** Asks for it. */
    V ask() throws E;
  }

  /**
   * Does something that is no request to the database, such as an acknowledgement to a broker, as a
   * step of its own: faults strike before and after it as they do at requests.
   *
   * @param name the same in each run
   * @throws StepBrokenException if it is never to happen, or if nobody is to learn that it did
   * @throws E if the action does
   */
  public <E extends Exception> void step(String name, Action<E> action) throws E {
    this.<String, E>step(
        name,
        () -> {
          action.run();
          return name;
        });
  }

  /**
   * Asks for something, such as the answer of another service, as a step of its own.
   *
   * @param name the same in each run
   * @return what was asked for
   * @throws StepBrokenException if nobody is asked, or if nobody is to learn of the answer
   * @throws E if the request does
   */
  public <V extends @Nullable Object, E extends Exception> V step(
      String name, Request<V, E> request) throws E {
    return gate.pass(name, request);
  }

  /** Tells that the handler has come to a point at which something may go wrong. */
  public void step(String name) {
    step(name, () -> {});
  }

  @Override
  public String toString() {
    return "Trial[" + key + "]";
  }
}
