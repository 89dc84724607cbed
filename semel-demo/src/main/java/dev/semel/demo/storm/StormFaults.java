package dev.semel.demo.storm;

import dev.semel.demo.database.Database;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaks things, spread evenly over the calls: whether a machine is fast or slow, all of it
 * happens. Safe for use by many threads.
 */
final class StormFaults implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StormFaults.class);
  private static final int CLOSE_LIMIT_SECONDS = 120;
  private static final int MAX_TRIES = 20;
  private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Database database;
  private final FaultProxy proxy;
  private final Counters counters;
  private final Runnable restarted;
  private final BrokerFaults brokerFaults;
  private final ExecutorService breaker =
      Executors.newSingleThreadExecutor(Threads.named("storm-faults"));

  /** Beside the other, so that the database may be away while events are interfered with. */
  private final ExecutorService brokerBreaker =
      Executors.newSingleThreadExecutor(Threads.named("storm-broker-faults"));

  private final List<Schedule> schedules = new ArrayList<>();
  private final List<Fault> lossesToCome = new ArrayList<>();

  /**
   * Ready to break things.
   *
   * @param restarted is told of each crash of the database, before it happens
   */
  StormFaults(
      Database database,
      BrokerFaults brokerFaults,
      FaultProxy proxy,
      Counters counters,
      Runnable restarted) {
    this.database = database;
    this.brokerFaults = brokerFaults;
    this.proxy = proxy;
    this.counters = counters;
    this.restarted = restarted;
  }

  /** Plans the faults of a storm. */
  void plan(StormSettings settings) {
    add(settings.lostReplies(), settings, breaker, this::loseReply);
    add(settings.killedConnections(), settings, breaker, this::kill);
    add(settings.databaseRestarts(), settings, breaker, this::restart);
    add(settings.poisonedEvents(), settings, brokerBreaker, brokerFaults::poison);
    add(settings.reorderings(), settings, brokerBreaker, brokerFaults::reorder);
    add(settings.relayKills(), settings, brokerBreaker, brokerFaults::killRelay);
    add(settings.consumerKills(), settings, brokerBreaker, brokerFaults::killConsumer);
    add(settings.rewinds(), settings, brokerBreaker, brokerFaults::rewind);
  }

  private void add(int faults, StormSettings settings, ExecutorService by, Runnable fault) {
    schedules.add(new Schedule(faults, settings.calls(), () -> submit(by, fault)));
  }

  /** So many calls have ended: breaks what is due by now. */
  synchronized void progress(int calls) {
    countLosses();
    for (Schedule schedule : schedules) {
      for (int due = schedule.due(calls); due > 0; due--) {
        schedule.fault.run();
      }
    }
  }

  private static void submit(ExecutorService by, Runnable fault) {
    try {
      by.execute(() -> attempt(fault));
    } catch (RejectedExecutionException e) {
      // The storm is over.
    }
  }

  /** Another fault may be under way, such as a database that is started again. */
  private static void attempt(Runnable fault) {
    for (int tries = 0; tries < MAX_TRIES && !Thread.currentThread().isInterrupted(); tries++) {
      try {
        fault.run();
        return;
      } catch (RuntimeException e) {
        LOG.warn("a fault failed: {}", e.getMessage());
        LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
      }
    }
  }

  /** A loss happens when the next reply comes by. */
  private synchronized void countLosses() {
    int before = lossesToCome.size();
    lossesToCome.removeIf(loss -> loss.firedCount() > 0);
    counters.lostReplies.addAndGet(before - lossesToCome.size());
  }

  /** The server does its work, and the client never hears of it. */
  private synchronized void loseReply() {
    lossesToCome.add(proxy.cutAfterBytes(Direction.TO_CLIENT, 0));
  }

  private void kill() {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(StormSql.KILL_CONNECTION);
      counters.killedConnections.incrementAndGet();
    } catch (SQLException e) {
      LOG.warn("could not kill a connection, SQLSTATE {}", e.getSQLState());
    }
  }

  private void restart() {
    restarted.run();
    database.crashAndRestart();
    counters.databaseRestarts.incrementAndGet();
  }

  /** Ends what is going on and breaks nothing more. */
  @Override
  public void close() {
    breaker.shutdown();
    brokerBreaker.shutdown();
    try {
      if (!breaker.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)
          || !brokerBreaker.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a fault takes too long to end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    countLosses();
    proxy.heal();
  }

  /** So many faults over so many calls. For use under the lock. */
  private static final class Schedule {
    private final int faults;
    private final int calls;
    private final Runnable fault;
    private int fired;

    Schedule(int faults, int calls, Runnable fault) {
      this.faults = faults;
      this.calls = calls;
      this.fault = fault;
    }

    int due(int callsEnded) {
      int wanted = (int) Math.min(faults, (long) callsEnded * (faults + 1) / calls);
      int due = wanted - fired;
      fired = wanted;
      return due;
    }
  }
}
