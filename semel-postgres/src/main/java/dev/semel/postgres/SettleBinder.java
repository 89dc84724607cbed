package dev.semel.postgres;

import dev.semel.AuditEntry;
import dev.semel.Content;
import dev.semel.Reference;
import dev.semel.Rejection;
import dev.semel.Retention;
import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Claim;
import dev.semel.spi.Settlement;
import dev.semel.spi.StoredAnswer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds a settlement to its flight. */
final class SettleBinder {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Connection connection;
  private final NamedSql.Bound bound;
  private final Settlement settlement;

  SettleBinder(Connection connection, NamedSql.Bound bound, Settlement settlement) {
    this.connection = connection;
    this.bound = bound;
    this.settlement = settlement;
  }

  /**
   * Binds everything.
   *
   * @param transactionAt the transaction that must still be the running one; null if any will do
   */
  void bind(SettleSql.Shape shape, @Nullable Instant transactionAt) throws SQLException {
    StoreParts.bindIntent(bound, settlement.intent());
    bound.set("recordId", settlement.recordId());
    bindOutcome();
    switch (shape.audit()) {
      case NONE -> {}
      case ONE -> bindAuditEntry(settlement.audit().get(0));
      case MANY -> bindAuditEntries(settlement.audit());
    }
    if (shape.events() != SettleSql.Rows.NONE) {
      String tenant = settlement.intent().scope().tenant();
      new EventBinder(connection, bound, tenant, settlement.recordId()).bind(settlement.events());
    }
    if (settlement.basis() instanceof Settlement.Fenced fenced) {
      bound.setLong("fence", fenced.fence());
    } else {
      bindRecord((Claim.Granted) settlement.basis(), transactionAt);
    }
  }

  private void bindRecord(Claim.Granted granted, @Nullable Instant transactionAt)
      throws SQLException {
    bound.set("transactionAt", StoreParts.timestamp(transactionAt), Types.TIMESTAMP_WITH_TIMEZONE);
    bound.setInt("attempts", settlement.attempts());
    bound.setString("fingerprintScheme", settlement.fingerprint().scheme());
    bound.setInt("fingerprintSchema", settlement.fingerprint().schemaVersion());
    bound.setBytes("fingerprint", settlement.fingerprint().digest());
    if (granted.replaces() != null) {
      bound.set("replaced", granted.replaces());
    }
  }

  private void bindOutcome() throws SQLException {
    bound.setString("state", settlement.outcome().state().name());
    bound.set("retentionSeconds", seconds(settlement.retention()), Types.DOUBLE);
    bindAnswer(bound, settlement.outcome().answer());
  }

  /** Binds what is kept for retries; null keeps nothing. */
  static void bindAnswer(NamedSql.Bound bound, @Nullable StoredAnswer answer) throws SQLException {
    bound.setString("answer", answer == null ? null : kind(answer));
    Content content = contentOf(answer);
    bound.setString("contentType", content == null ? null : content.contentType());
    bound.set("contentSchema", content == null ? null : content.schemaVersion(), Types.INTEGER);
    bound.setBytes("content", content == null ? null : content.bytes());
    Reference reference = answer instanceof StoredAnswer.Referenced to ? to.reference() : null;
    bound.setString("referenceType", reference == null ? null : reference.type());
    bound.setString("referenceId", reference == null ? null : reference.id());
    Rejection no = answer instanceof StoredAnswer.Refusal refusal ? refusal.rejection() : null;
    bound.setString("code", no == null ? null : no.code());
    bound.setString("detail", no == null ? null : no.detail());
    bound.setString(
        "reason", answer instanceof StoredAnswer.Tombstone tombstone ? tombstone.reason() : null);
  }

  private static @Nullable Content contentOf(@Nullable StoredAnswer answer) {
    if (answer instanceof StoredAnswer.Refusal refusal) {
      return refusal.rejection().content();
    }
    return answer instanceof StoredAnswer.Full full ? full.content() : null;
  }

  private static String kind(StoredAnswer answer) {
    if (answer instanceof StoredAnswer.Full) {
      return "FULL";
    }
    if (answer instanceof StoredAnswer.Referenced) {
      return "REFERENCE";
    }
    if (answer instanceof StoredAnswer.StatusOnly) {
      return "STATUS_ONLY";
    }
    return answer instanceof StoredAnswer.Tombstone ? "TOMBSTONE" : "REFUSAL";
  }

  static @Nullable Double seconds(Retention retention) {
    return retention.period() == null ? null : retention.period().toNanos() / NANOS_PER_SECOND;
  }

  private void bindAuditEntry(AuditEntry entry) throws SQLException {
    bound.setString("auditAction", entry.action());
    bound.setString("auditSubject", entry.subject());
    bound.setString("auditDetail", entry.detail());
  }

  private void bindAuditEntries(List<AuditEntry> audit) throws SQLException {
    bound.set("auditAction", texts(audit, AuditEntry::action));
    bound.set("auditSubject", texts(audit, AuditEntry::subject));
    bound.set("auditDetail", texts(audit, AuditEntry::detail));
  }

  private <V> Array texts(List<V> values, Function<V, @Nullable String> text) throws SQLException {
    return connection.createArrayOf("text", values.stream().map(text).toArray());
  }
}
