package dev.semel.bench.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Pools;
import dev.semel.bench.work.Samples;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that write without a pause until they are closed. */
final class BusyWriters implements AutoCloseable {
  private static final int THREADS = 4;

  private final HikariDataSource pool;
  private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
  private final List<CompletableFuture<Void>> writers = new ArrayList<>();
  private final AtomicBoolean over = new AtomicBoolean();

  private BusyWriters(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Starts them. */
  static BusyWriters on(PostgresDatabase database) {
    BusyWriters writers = new BusyWriters(Pools.of(database.dataSource(), THREADS));
    for (int i = 0; i < THREADS; i++) {
      writers.writers.add(CompletableFuture.runAsync(writers::write, writers.executor));
    }
    return writers;
  }

  private void write() {
    while (!over.get()) {
      try (Connection connection = pool.getConnection()) {
        connection.setAutoCommit(false);
        Payments.pay(connection, Samples.NOTE);
        connection.commit();
      } catch (SQLException e) {
        throw new MeasurementException("a writer failed", e);
      }
    }
  }

  @Override
  public void close() {
    over.set(true);
    try {
      writers.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw new MeasurementException("a writer failed", e.getCause());
    } finally {
      executor.shutdownNow();
      pool.close();
    }
  }
}
