package dev.semel.bench.beside;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.testing.net.RequestFate;
import dev.semel.testing.net.RequestWatcher;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the commit of a transaction that wrote to a table. The commit reaches the server; its
 * reply reaches nobody, because the client has been stopped before.
 *
 * <p>A connection is known by its thread, since the proxy has one for each.
 */
final class CommitWatcher implements RequestWatcher {
  private final String insert;
  private final Runnable stopClient;
  private final Set<Thread> inTransaction = new HashSet<>();
  private final Set<Thread> written = new HashSet<>();
  private final CountDownLatch struck = new CountDownLatch(1);

  CommitWatcher(String table, Runnable stopClient) {
    this.insert = "INSERT INTO " + table.toUpperCase(Locale.ROOT);
    this.stopClient = stopClient;
  }

  @Override
  public synchronized RequestFate decide(String sql) {
    if (struck.getCount() == 0 || !isCommitOfRow(sql)) {
      return RequestFate.pass();
    }
    stopClient.run();
    struck.countDown();
    return RequestFate.loseReply();
  }

  private boolean isCommitOfRow(String sql) {
    Thread connection = Thread.currentThread();
    String upper = sql.toUpperCase(Locale.ROOT);
    if (upper.contains("BEGIN")) {
      inTransaction.add(connection);
    }
    if (upper.contains(insert)) {
      written.add(connection);
    }
    boolean commits = upper.contains("COMMIT");
    boolean ends = commits || upper.contains("ROLLBACK");
    boolean isIt = written.contains(connection) && (commits || !inTransaction.contains(connection));
    if (ends) {
      inTransaction.remove(connection);
      written.remove(connection);
    }
    return isIt;
  }

  /** Returns when the commit is on its way to the server. */
  void await(Duration limit) {
    try {
      if (!struck.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new MeasurementException("nobody committed after: " + insert, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeasurementException("interrupted while waiting for a commit", e);
    }
  }
}
