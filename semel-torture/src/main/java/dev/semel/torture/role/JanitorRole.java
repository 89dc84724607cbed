package dev.semel.torture.role;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Done;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.inbox.Inbox;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Delivery;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.relay.SinkBatch;
import dev.semel.spi.IntentRecord;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Purges and recovers all the while. Cheques of which nobody knows the outcome are its to decide:
 * repeating one does no harm, because booking and provider both know its key.
 */
final class JanitorRole implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JanitorRole.class);
  private static final int CONNECTIONS = 3;
  private static final int MAX_DECISIONS = 200;
  private static final long EVERY_MILLIS = 500;
  private static final Duration KEEP_EVENTS = Duration.ofSeconds(5);

  private static final Operation<byte[], Done> CHEQUE =
      Operation.named(Op.CHEQUE.operation())
          .taking(Fingerprinter.bytes())
          .answeringNothing()
          .retainedFor(Op.CHEQUE.retention());

  private static final String ADD_PURGED =
      """
      INSERT INTO janitor AS j (what, rows) VALUES (?, ?)
      ON CONFLICT (what) DO UPDATE SET rows = j.rows + excluded.rows
      """;

  private final HikariDataSource pool;
  private final Semel semel;
  private final Inbox inbox;
  private final Relay relay;
  private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();

  private JanitorRole(HikariDataSource pool, PostgresStore store) {
    this.pool = pool;
    this.semel = Semel.on(store);
    this.inbox = Inbox.on(Patiently.make(store::inbox));
    this.relay =
        Relay.builder(
                Patiently.make(() -> PostgresRelays.on(pool)),
                Parts.RELAY,
                JanitorRole::publishNothing)
            .settings(Parts.relaySettings())
            .build();
  }

  static JanitorRole start(RoleSettings settings) {
    HikariDataSource pool = Parts.pool(settings, CONNECTIONS);
    JanitorRole janitor = new JanitorRole(pool, Parts.store(pool, Duration.ZERO));
    ScheduledFuture<?> unused =
        janitor.worker.scheduleWithFixedDelay(
            janitor::cleanQuietly, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    return janitor;
  }

  private static void publishNothing(SinkBatch batch) {
    for (Delivery delivery : batch.deliveries()) {
      delivery.unavailable("the janitor publishes nothing");
    }
  }

  private void cleanQuietly() {
    try {
      recover();
      note("records", semel.purge(PurgeSettings.standard()));
      note("events", relay.purge(OutboxRetention.of(KEEP_EVENTS)));
      note("markers", inbox.purge(PurgeSettings.standard()));
    } catch (RuntimeException | SQLException e) {
      // The database is away, and comes back.
      LOG.info("not this time: {}", e.getMessage());
    }
  }

  /** In the database, because this process is killed now and then. */
  private void note(String what, long rows) throws SQLException {
    if (rows == 0) {
      return;
    }
    LOG.info("purged {} {}", rows, what);
    try (Connection connection = pool.getConnection()) {
      Sql.update(connection, ADD_PURGED, what, rows);
    }
  }

  private void recover() {
    semel.records().staleLeases(MAX_DECISIONS).forEach(this::decide);
    semel.records().unknown(MAX_DECISIONS).forEach(this::decide);
  }

  private void decide(IntentRecord record) {
    if (!record.intent().scope().operation().equals(Op.CHEQUE.operation())) {
      return;
    }
    boolean applied =
        semel
            .recoveries(CHEQUE)
            .markSafeToRetry(record, "booking and provider know its key", Parts.JANITOR);
    LOG.info("{} is safe to retry: {}", record.intent(), applied);
  }

  @Override
  public void close() throws InterruptedException {
    worker.shutdownNow();
    worker.awaitTermination(5, TimeUnit.SECONDS);
    pool.close();
  }
}
