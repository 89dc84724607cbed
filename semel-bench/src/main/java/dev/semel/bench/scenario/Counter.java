package dev.semel.bench.scenario;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Plan;
import dev.semel.bench.measure.Work;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;

/** Counts what one command does, as the mean over many, one after the other. */
final class Counter {
  private static final int MAX_COMMANDS = 1_000;
  private static final int MIN_COMMANDS = 50;
  private static final int MILLIS_PER_COMMAND = 3;
  private static final String STATEMENTS =
      """
      SELECT coalesce(sum(s.calls), 0)::bigint
      FROM pg_stat_statements AS s
      JOIN pg_database AS d ON d.oid = s.dbid
      WHERE d.datname = ?
      """;
  private static final String WAL_BYTES =
      "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint";

  private final PostgresDatabase watch;
  private final PostgresDatabase counted;
  private final FaultProxy proxy;
  private final int commands;

  /**
   * What one command needs.
   *
   * @param steadyWalBytes without images of whole pages
   * @param freshWalBytes right after a checkpoint, when each page touched is written as a whole
   */
  record Counts(
      double statements, double roundTrips, double steadyWalBytes, double freshWalBytes) {}

  /**
   * Counts on one database, and asks from another, so that the questions do not count.
   *
   * @param proxy what the commands go through
   * @param plan the shorter its turns are, the fewer commands are counted
   */
  Counter(OwnPostgresServer server, PostgresDatabase counted, FaultProxy proxy, Plan plan) {
    this.watch = server.database("watch");
    this.counted = counted;
    this.proxy = proxy;
    int wanted = Math.toIntExact(plan.perRound().toMillis() / MILLIS_PER_COMMAND);
    this.commands = Math.max(MIN_COMMANDS, Math.min(MAX_COMMANDS, wanted));
    watch.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  }

  Counts count(Work.Timed work) {
    run(work);
    fullPageWrites("on");
    double freshWalBytes = meanWalBytes(work);
    fullPageWrites("off");
    long statements = statements();
    long roundTrips = proxy.roundTripCount();
    double steadyWalBytes = meanWalBytes(work);
    return new Counts(
        mean(statements() - statements),
        mean(proxy.roundTripCount() - roundTrips),
        steadyWalBytes,
        freshWalBytes);
  }

  /** The checkpoint begins by reading the settings, so that after it the new one counts. */
  private void fullPageWrites(String value) {
    watch.execute("ALTER SYSTEM SET full_page_writes = " + value);
    watch.execute("SELECT pg_reload_conf()");
    watch.execute("CHECKPOINT");
  }

  private double meanWalBytes(Work.Timed work) {
    long before = walBytes();
    run(work);
    return mean(walBytes() - before);
  }

  private void run(Work.Timed work) {
    try {
      for (int i = 0; i < commands; i++) {
        work.onceNanos();
      }
    } catch (Exception e) {
      throw new MeasurementException("a command failed while it was counted", e);
    }
  }

  private long statements() {
    return watch.queryLong(STATEMENTS, counted.name());
  }

  private long walBytes() {
    return watch.queryLong(WAL_BYTES);
  }

  private double mean(long total) {
    return (double) total / commands;
  }
}
