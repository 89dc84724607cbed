package dev.semel.postgres;

import dev.semel.DeterministicId;
import dev.semel.Event;
import dev.semel.inbox.Aggregate;
import dev.semel.inbox.Message;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.InboxSettlement.Audited;
import dev.semel.inbox.spi.InboxSettlement.Published;
import dev.semel.inbox.spi.SeenVersion;
import dev.semel.inbox.spi.SettledMessage;
import dev.semel.inbox.spi.VersionChange;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.InboxFlights.Part;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Binds the settlement of a batch to its flight. For one thread. */
final class InboxBinder {
  private static final double NANOS_PER_SECOND = 1e9;

  private final NamedSql.Bound bound;
  private final SqlArrays arrays;
  private final InboxSettlement settlement;

  InboxBinder(Connection connection, NamedSql.Bound bound, InboxSettlement settlement) {
    this.bound = bound;
    this.arrays = new SqlArrays(connection, bound);
    this.settlement = settlement;
  }

  /**
   * Binds everything.
   *
   * @param transactionAt the transaction that must still be the running one; null if any will do
   */
  void bind(InboxFlights.Shape shape, @Nullable Instant transactionAt) throws SQLException {
    bound.setString("consumer", settlement.consumer());
    for (Part part : shape.parts()) {
      bind(part, transactionAt);
    }
  }

  private void bind(Part part, @Nullable Instant transactionAt) throws SQLException {
    switch (part) {
      case AUDIT -> bindAudit(settlement.audit());
      case EVENTS -> bindEvents(settlement.events());
      case MARKERS -> bindMarkers(transactionAt);
      case NEW_MESSAGES -> bindNewMessages();
      case HELD_MESSAGES -> bindHeldMessages();
      case EXPIRY -> bindExpiry();
      case BEGUN_VERSIONS -> bindBegunVersions();
      case MOVED_VERSIONS -> bindMovedVersions();
      case RELEASE -> bindReleased(settlement.versions());
      case VIOLATIONS ->
          bindMessages("wrong", settlement.violations().stream().distinct().toList());
    }
  }

  private void bindAudit(List<Audited> audit) throws SQLException {
    arrays
        .set("auditRecordId", "uuid", audit, each -> each.by().recordId())
        .texts("auditTenant", audit, each -> each.by().intent().scope().tenant())
        .texts("auditSource", audit, each -> each.by().message().id().source())
        .texts("auditMessageId", audit, each -> each.by().message().id().id())
        .texts("auditAction", audit, each -> each.entry().action())
        .texts("auditSubject", audit, each -> each.entry().subject())
        .texts("auditDetail", audit, each -> each.entry().detail());
  }

  private void bindEvents(List<Published> events) throws SQLException {
    arrays
        .set("eventId", "uuid", events, InboxBinder::eventId)
        .texts("eventKey", events, InboxBinder::eventKey)
        .longs("eventVersion", events, each -> each.event().aggregateVersion())
        .texts("eventAggregateType", events, each -> each.event().aggregateType())
        .texts("eventAggregateId", events, each -> each.event().aggregateId())
        .texts("eventType", events, each -> each.event().type())
        .texts("eventPayload", events, each -> each.event().payload())
        .texts("eventHeaders", events, each -> Headers.json(each.event().headers()))
        .texts("eventTenant", events, each -> each.by().intent().scope().tenant())
        .set("eventRecordId", "uuid", events, each -> each.by().recordId());
  }

  /** As for commands: follows from the key, or from the record and the place in it. */
  private static UUID eventId(Published published) {
    Event event = published.event();
    if (event.key() != null) {
      return DeterministicId.of(published.by().intent().scope().tenant(), event.key());
    }
    UUID record = published.by().recordId();
    return new UUID(
        record.getMostSignificantBits(),
        record.getLeastSignificantBits() ^ (published.place() + 1));
  }

  private static String eventKey(Published published) {
    String key = published.event().key();
    return key == null ? eventId(published).toString() : key;
  }

  private void bindMarkers(@Nullable Instant transactionAt) throws SQLException {
    List<SettledMessage> fresh = settlement.messages().stream().filter(InboxBinder::isNew).toList();
    bound.set("transactionAt", StoreParts.timestamp(transactionAt), Types.TIMESTAMP_WITH_TIMEZONE);
    bindRetention();
    arrays
        .set("newRecordId", "uuid", fresh, SettledMessage::recordId)
        .texts("newSource", fresh, each -> each.message().id().source())
        .texts("newMessageId", fresh, each -> each.message().id().id())
        .bytes("newHash", fresh, each -> each.message().hash().digest())
        .set("newIsOver", "bool", fresh, each -> each.state().isOver());
  }

  private void bindRetention() throws SQLException {
    bound.set("retentionSeconds", seconds(settlement.retention().period()), Types.DOUBLE);
  }

  private static boolean isNew(SettledMessage message) {
    return message.fence() == null;
  }

  private void bindNewMessages() throws SQLException {
    List<SettledMessage> kept =
        settlement.messages().stream()
            .filter(each -> isNew(each) && !each.state().isOver())
            .toList();
    arrays
        .texts("keptState", kept, each -> each.state().name())
        .texts("keptReason", kept, SettledMessage::reason)
        .set("keptDueSeconds", "float8", kept, each -> seconds(each.reportAfter()));
    bindMessages("kept", kept.stream().map(SettledMessage::message).toList());
  }

  /** Everything about messages that is stored as it came. */
  private void bindMessages(String prefix, List<Message> messages) throws SQLException {
    bindMessages(arrays, prefix, messages);
  }

  static void bindMessages(SqlArrays arrays, String prefix, List<Message> messages)
      throws SQLException {
    arrays
        .texts(prefix + "Source", messages, each -> each.id().source())
        .texts(prefix + "MessageId", messages, each -> each.id().id())
        .texts(prefix + "Tenant", messages, Message::tenant)
        .texts(prefix + "Type", messages, Message::type)
        .texts(prefix + "AggregateType", messages, Message::aggregateType)
        .texts(prefix + "Key", messages, Message::key)
        .longs(prefix + "Version", messages, Message::version)
        .bytes(prefix + "Hash", messages, each -> each.hash().digest())
        .texts(prefix + "Headers", messages, each -> Headers.json(each.headers()))
        .bytes(prefix + "Payload", messages, Message::payload);
  }

  private void bindHeldMessages() throws SQLException {
    List<SettledMessage> held =
        settlement.messages().stream().filter(each -> !isNew(each)).toList();
    arrays
        .texts("heldSource", held, each -> each.message().id().source())
        .texts("heldMessageId", held, each -> each.message().id().id())
        .texts("heldState", held, each -> each.state().name())
        .texts("heldReason", held, SettledMessage::reason)
        .set("heldDueSeconds", "float8", held, each -> seconds(each.reportAfter()))
        .longs("heldFence", held, SettledMessage::fence);
  }

  private void bindExpiry() throws SQLException {
    List<SettledMessage> over =
        settlement.messages().stream()
            .filter(each -> !isNew(each) && each.state().isOver())
            .toList();
    bindRetention();
    arrays
        .texts("overSource", over, each -> each.message().id().source())
        .texts("overMessageId", over, each -> each.message().id().id());
  }

  private void bindBegunVersions() throws SQLException {
    List<VersionChange> begun =
        settlement.versions().stream().filter(each -> each.expected() == null).toList();
    bindAggregates("begun", begun);
    arrays
        .longs("begunVersion", begun, each -> each.next().version())
        .texts("begunTypes", begun, each -> types(each.next()));
  }

  private void bindMovedVersions() throws SQLException {
    List<VersionChange> moved =
        settlement.versions().stream().filter(each -> each.expected() != null).toList();
    bindAggregates("moved", moved);
    arrays
        .longs("movedExpected", moved, each -> expected(each).version())
        .texts("movedExpectedTypes", moved, each -> types(expected(each)))
        .longs("movedVersion", moved, each -> each.next().version())
        .texts("movedTypes", moved, each -> types(each.next()));
  }

  private void bindReleased(List<VersionChange> changes) throws SQLException {
    bindAggregates("released", changes);
    arrays.longs("releasedVersion", changes, each -> each.next().version());
  }

  private void bindAggregates(String prefix, List<VersionChange> changes) throws SQLException {
    bindAggregates(arrays, prefix, changes.stream().map(VersionChange::aggregate).toList());
  }

  static void bindAggregates(SqlArrays arrays, String prefix, List<Aggregate> aggregates)
      throws SQLException {
    arrays
        .texts(prefix + "Tenant", aggregates, Aggregate::tenant)
        .texts(prefix + "AggregateType", aggregates, Aggregate::type)
        .texts(prefix + "Key", aggregates, Aggregate::key);
  }

  private static SeenVersion expected(VersionChange change) {
    SeenVersion expected = change.expected();
    if (expected == null) {
      throw new IllegalStateException("only a change of what was seen is bound here");
    }
    return expected;
  }

  /** In one order, so that equal sets are equal texts. */
  static String types(SeenVersion seen) {
    return String.join("\n", new TreeSet<>(seen.types()));
  }

  static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : duration.toNanos() / NANOS_PER_SECOND;
  }
}
