package dev.semel.bench.scenario;

import dev.semel.bench.measure.Interleaved;
import dev.semel.bench.measure.Plan;
import dev.semel.bench.measure.Progress;
import dev.semel.bench.report.Report;
import dev.semel.bench.work.BusinessTables;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;

/**
 * Where scenarios are run and what they are asked to do.
 *
 * @param server for databases of one's own
 * @param database on a server that writes to disk as in production
 * @param connections the sizes of pools to measure with
 * @param records the sizes of record tables to measure with
 * @param events how many events to measure with
 * @param broker Kafka, for those who need it
 */
public record Stage(
    OwnPostgresServer server,
    PostgresDatabase database,
    Plan plan,
    List<Integer> connections,
    List<Integer> records,
    EventCounts events,
    Broker broker,
    Progress progress,
    Report report) {

  Interleaved interleaved() {
    return new Interleaved(plan, progress);
  }

  /** A database of its own for events, with all tables made anew. */
  PostgresDatabase eventDatabase() {
    PostgresDatabase events = server.database("events");
    BusinessTables.create(events);
    return events;
  }

  /** Writes everything out, so that a measurement does not pay for what was before it. */
  void settleDown() {
    database.execute("CHECKPOINT");
  }
}
