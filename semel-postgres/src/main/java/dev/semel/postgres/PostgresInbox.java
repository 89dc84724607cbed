package dev.semel.postgres;

import dev.semel.Isolation;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.Received;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.inbox.spi.WorkItem;
import dev.semel.jdbc.FailureTable;
import dev.semel.spi.Failure;
import java.sql.Connection;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps markers and messages in PostgreSQL, beside the business tables. {@link
 * PostgresStore#inbox()} makes one that shares a store's schema, transactions and clock.
 *
 * <p>Safe for use by several threads. Connections are taken for one transaction at a time and given
 * back before anybody waits.
 */
public final class PostgresInbox implements InboxStore<Connection> {
  private final StoreParts parts;
  private final FailureTable failures;
  private final Map<Isolation, ClaimSql> claims = new EnumMap<>(Isolation.class);
  private final ClaimSql joinedClaim;
  private final InboxFlights flights;
  private final PostgresKept kept;
  private final PostgresInboxRecords records;

  PostgresInbox(StoreParts parts, FailureTable failures) {
    this.parts = parts;
    this.failures = failures;
    InboxSql sql = new InboxSql(parts.quotedSchema());
    for (Isolation isolation : Isolation.values()) {
      claims.put(
          isolation,
          ClaimSql.messages(
              PostgresStore.beginning(isolation), sql.claim, parts.commands() != null));
    }
    this.joinedClaim = ClaimSql.joinedMessages(sql.claim);
    this.flights = new InboxFlights(sql);
    this.kept = new PostgresKept(parts, new KeptSql(parts.quotedSchema(), sql));
    this.records = new PostgresInboxRecords(parts, new InboxRecordsSql(parts.quotedSchema(), sql));
  }

  /**
   * In the schema {@code semel}, which must be there.
   *
   * @throws dev.semel.ConfigurationException that lists what is missing
   */
  public static PostgresInbox on(DataSource dataSource) {
    return PostgresStore.on(dataSource).inbox();
  }

  @Override
  public InboxAttempt<Connection> begin(Isolation isolation) {
    ClaimSql claim = Objects.requireNonNull(claims.get(isolation));
    return new PostgresInboxAttempt(parts, claim, flights, AttemptTransaction.own(parts));
  }

  @Override
  public InboxAttempt<Connection> join(Connection transaction) {
    return new PostgresInboxAttempt(
        parts, joinedClaim, flights, AttemptTransaction.joined(transaction));
  }

  @Override
  public Failure classify(Throwable failure) {
    return PostgresFailures.classify(failures, parts.schema(), failure);
  }

  @Override
  public List<Received> keep(
      ConsumerSettings consumer, List<Message> messages, @Nullable String deadReason) {
    return kept.keep(consumer, messages, deadReason);
  }

  @Override
  public List<WorkItem> claimWork(ConsumerSettings consumer, @Nullable MessageKey key) {
    return kept.claim(consumer, key);
  }

  @Override
  public boolean postpone(String consumer, WorkItem item, Duration wait, String reason) {
    return kept.postpone(consumer, item, wait, reason);
  }

  @Override
  public boolean bury(String consumer, WorkItem item, String reason) {
    return kept.bury(consumer, item, reason);
  }

  @Override
  public void giveBack(String consumer, List<WorkItem> items) {
    kept.giveBack(consumer, items);
  }

  @Override
  public List<KeptMessage> reportOverdue(String consumer, int limit) {
    return records.reportOverdue(consumer, limit);
  }

  @Override
  public InboxRecords records() {
    return records;
  }

  @Override
  public int purgeBatch(int maxMarkers) {
    return records.purge(maxMarkers);
  }
}
