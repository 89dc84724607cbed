package dev.semel.bench.beside;

import dev.semel.bench.contender.ContenderProcess;
import dev.semel.bench.contender.Kind;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.process.Child;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** One process of an application, whose connections to the database can be watched. */
final class Node implements AutoCloseable {
  /** Nothing is timed here, so it may as well start fast. */
  private static final List<String> OPTIONS =
      List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final String name;
  private final FaultProxy proxy;
  private final Child child;
  private int calls;
  private boolean isPaused;

  private Node(String name, FaultProxy proxy, Child child) {
    this.name = name;
    this.proxy = proxy;
    this.child = child;
  }

  /**
   * Starts it.
   *
   * @param instance the name that it is known by to others of its library
   * @param redisPort where Redis is, for those who need it
   */
  static Node start(
      Kind kind, String name, String instance, PostgresDatabase database, int redisPort) {
    FaultProxy proxy = FaultProxy.to(database.host(), database.port());
    String url =
        String.format(
            Locale.ROOT,
            "jdbc:postgresql://%s:%d/%s?user=%s",
            proxy.host(),
            proxy.port(),
            database.name(),
            database.user());
    try {
      Child child =
          Child.start(
              ContenderProcess.class,
              kind + " on " + name,
              OPTIONS,
              List.of(
                  kind.name(),
                  name,
                  instance,
                  url,
                  database.jdbcUrl(),
                  Integer.toString(redisPort)));
      return new Node(name, proxy, child);
    } catch (MeasurementException e) {
      proxy.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  /** Begins a call, and returns the name to ask for it. */
  String begin(String key, String payload) {
    calls++;
    String call = "call " + calls;
    child.order(String.join(ContenderProcess.SEPARATOR, "begin", call, key, payload));
    return call;
  }

  /** What the caller was told; empty if nothing in this time. */
  String await(String call, Duration limit) {
    String order = String.join(ContenderProcess.SEPARATOR, "await", call);
    return child.order(order, limit.toMillis()).text();
  }

  /** A call from beginning to end. */
  String call(String key, String payload, Duration limit) {
    String told = await(begin(key, payload), limit);
    return told.isEmpty() ? "nothing in " + limit.toSeconds() + " s" : told;
  }

  /** Stops this process for good when the server has committed a row, before it can hear of it. */
  CommitWatcher dieOnCommitOf(CommittedRow row) {
    CommitWatcher watcher = new CommitWatcher(row.table(), this::pause);
    proxy.watchRequests(watcher);
    return watcher;
  }

  /** As {@code kill -STOP} does: nothing in it goes on. */
  void pause() {
    signal("-STOP");
    isPaused = true;
  }

  /** Lets it go on. */
  void resume() {
    signal("-CONT");
    isPaused = false;
  }

  private void signal(String signal) {
    try {
      int exit =
          new ProcessBuilder("kill", signal, Long.toString(child.pid()))
              .inheritIO()
              .start()
              .waitFor();
      if (exit != 0) {
        throw new MeasurementException("kill " + signal + " ended with " + exit, null);
      }
    } catch (IOException e) {
      throw new MeasurementException("this system has no kill", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeasurementException("interrupted while sending a signal", e);
    }
  }

  /** As {@code kill -9} does. */
  void kill() {
    child.kill();
    proxy.close();
  }

  /** Lets it end as it should, if it can. */
  @Override
  public void close() {
    if (isPaused) {
      child.kill();
    } else {
      child.close();
    }
    proxy.close();
  }
}
