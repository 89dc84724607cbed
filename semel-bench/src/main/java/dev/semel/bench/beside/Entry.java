package dev.semel.bench.beside;

import static dev.semel.bench.beside.Plight.CRASH;
import static dev.semel.bench.beside.Plight.DELIVERY;
import static dev.semel.bench.beside.Plight.DUPLICATE;
import static dev.semel.bench.beside.Plight.MIDDLE;
import static dev.semel.bench.beside.Plight.OPEN;
import static dev.semel.bench.beside.Plight.PAYLOAD;
import static dev.semel.bench.beside.Plight.REPEATED;
import static dev.semel.bench.beside.Plight.STALLED;

import dev.semel.bench.contender.Desk;
import dev.semel.bench.contender.Kind;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.RelayStatus;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A library in one of its uses.
 *
 * @param use how it is used, for people
 * @param plights those that it is taken through; {@link WhyNot} tells why not through others
 */
record Entry(Library library, Kind kind, Style style, String use, Set<Plight> plights) {

  /** How calls become effects. */
  enum Style {
    /** The caller is told when it is done. */
    AT_ONCE,
    /** The same, with claims that only the process knows that has them. */
    AT_ONCE_IN_MEMORY,
    /** The caller's transaction publishes; something delivers later. */
    OUTBOX,
    /** The caller's transaction schedules; something works later. */
    SCHEDULER;

    boolean isLater() {
      return this == OUTBOX || this == SCHEDULER;
    }
  }

  /** All of them. */
  static List<Entry> all() {
    return List.of(
        atOnce(
            Library.SEMEL,
            Kind.SEMEL_COMMAND,
            "`once`, a command in a transaction of its own",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.SEMEL,
            Kind.SEMEL_WAITING,
            "the same, with duplicates that wait up to 5 s",
            Set.of(DUPLICATE)),
        atOnce(
            Library.SEMEL,
            Kind.SEMEL_JOINED,
            "`within`, a command in the caller's transaction",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.SEMEL,
            Kind.SEMEL_LEASE,
            "`lease` of 3 s that may be taken over and is not renewed, last step in `complete`",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.SEMEL,
            Kind.SEMEL_INBOX,
            "`Inbox.consume`, rows written by the handler",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE)),
        new Entry(
            Library.SEMEL,
            Kind.SEMEL_OUTBOX,
            Style.OUTBOX,
            "`within.publish` with an event key, and a relay",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, OPEN, MIDDLE, DELIVERY)),
        new Entry(
            Library.SEMEL,
            Kind.SEMEL_OUTBOX_INBOX,
            Style.OUTBOX,
            "the same, delivered to `Inbox.consume`",
            Set.of(STALLED, DELIVERY)),
        new Entry(
            Library.TRANSACTION_OUTBOX,
            Kind.TRANSACTION_OUTBOX,
            Style.OUTBOX,
            "`uniqueRequestId`; a repeated id ends the transaction; tries again after 1 s",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, OPEN, MIDDLE, DELIVERY)),
        new Entry(
            Library.TRANSACTION_OUTBOX,
            Kind.TRANSACTION_OUTBOX_CATCHING,
            Style.OUTBOX,
            "the same; AlreadyScheduledException is caught inside the transaction",
            Set.of(DUPLICATE, REPEATED, PAYLOAD)),
        new Entry(
            Library.TRANSACTION_OUTBOX,
            Kind.TRANSACTION_OUTBOX_JOINED,
            Style.OUTBOX,
            "as the first, but what is called later writes in the transaction that notes it as processed",
            Set.of(STALLED, MIDDLE, DELIVERY)),
        new Entry(
            Library.MODULITH,
            Kind.MODULITH,
            Style.OUTBOX,
            "`@ApplicationModuleListener`; publishes again what was left at a restart, not at the start of a second instance, which it advises against",
            Set.of(CRASH, STALLED, OPEN, MIDDLE, DELIVERY)),
        new Entry(
            Library.NAMASTACK,
            Kind.NAMASTACK,
            Style.OUTBOX,
            "`Outbox.schedule`, a typed handler",
            Set.of(CRASH, STALLED, OPEN, MIDDLE, DELIVERY)),
        atOnce(
            Library.EVENTUATE,
            Kind.EVENTUATE,
            "its JDBC duplicate detector around the handler, which writes the rows",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.SPRING_INTEGRATION,
            Kind.SPRING_INTEGRATION,
            "`MetadataStoreSelector` on `JdbcMetadataStore`, in the handler's transaction",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.CAMEL,
            Kind.CAMEL,
            "route with `idempotentConsumer` on `JdbcMessageIdRepository`, eager as is the default",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.CAMEL,
            Kind.CAMEL_JOINED,
            "the same route, called in a transaction of Spring's",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE)),
        new Entry(
            Library.DB_SCHEDULER,
            Kind.DB_SCHEDULER,
            Style.SCHEDULER,
            "`scheduleIfNotExists` of a one-time task, whose id is free again when it is done; heartbeat every second",
            Set.of(CRASH, DUPLICATE, REPEATED, PAYLOAD, STALLED, MIDDLE, DELIVERY)),
        new Entry(
            Library.JOBRUNR,
            Kind.JOBRUNR,
            Style.SCHEDULER,
            "`enqueue` with an id; polls every 5 s",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE, DELIVERY)),
        atOnce(
            Library.DBOS,
            Kind.DBOS,
            "workflow with one step, the key as workflow id; each executor has an id, which a restart keeps",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.DBOS,
            Kind.DBOS_TRANSACTIONAL,
            "the same, with a step of `JdbcStepFactory`, in one transaction with its result",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        new Entry(
            Library.IDEMPOTENT,
            Kind.IDEMPOTENT,
            Style.AT_ONCE_IN_MEMORY,
            "`@Idempotent` on its built-in store, in memory; those for Redis, DynamoDB and JDBC cannot be had here; on Spring 7, made for 6",
            Set.of(CRASH, DUPLICATE, PAYLOAD, MIDDLE)),
        atOnce(
            Library.JDEMPOTENT,
            Kind.JDEMPOTENT,
            "`@JdempotentResource` on Redis, the amount left out of the key; put together by hand on Spring 7, made for 5",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)),
        atOnce(
            Library.POWERTOOLS,
            Kind.POWERTOOLS,
            "`@Idempotent` on a function of 10 s, with `withPayloadValidationJMESPath`; on a store in PostgreSQL, written for this run by its interface for one's own",
            Set.of(CRASH, DUPLICATE, PAYLOAD, STALLED, MIDDLE)));
  }

  private static Entry atOnce(Library library, Kind kind, String use, Set<Plight> plights) {
    return new Entry(library, kind, Style.AT_ONCE, use, plights);
  }

  /** Short, and different for each. */
  String name() {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether callers give ids, by which a retry can be known. */
  boolean takesIds() {
    return kind != Kind.MODULITH && kind != Kind.NAMASTACK;
  }

  /** The row that ends with a crash. JobRunr's own, since it takes no part in a transaction. */
  CommittedRow crashesOn() {
    if (kind == Kind.JOBRUNR) {
      return CommittedRow.JOB;
    }
    return style.isLater() ? CommittedRow.BUSINESS : CommittedRow.EFFECT;
  }

  /** Whether each caller writes a row of his own, whatever becomes of the id. */
  boolean callersWriteRows() {
    return style.isLater() || kind == Kind.SEMEL_JOINED || kind == Kind.CAMEL_JOINED;
  }

  /** What the library has still to do, by its own books. */
  long pending(PostgresDatabase database) {
    return switch (kind) {
      case SEMEL_OUTBOX, SEMEL_OUTBOX_INBOX -> pendingInRelay(database);
      default -> database.queryLong(pendingSql());
    };
  }

  private static long pendingInRelay(PostgresDatabase database) {
    RelayStatus status = PostgresRelays.on(database.dataSource()).status(Desk.RELAY);
    return status.waitingEvents() + status.heldEvents();
  }

  private String pendingSql() {
    return switch (kind) {
      case TRANSACTION_OUTBOX, TRANSACTION_OUTBOX_CATCHING, TRANSACTION_OUTBOX_JOINED ->
          "SELECT count(*) FROM txno_outbox WHERE NOT processed";
      case MODULITH -> "SELECT count(*) FROM event_publication WHERE completion_date IS NULL";
      case NAMASTACK -> "SELECT count(*) FROM outbox_record WHERE status <> 'COMPLETED'";
      case DB_SCHEDULER -> "SELECT count(*) FROM scheduled_tasks";
      case JOBRUNR ->
          "SELECT count(*) FROM jobrunr_jobs WHERE state IN ('ENQUEUED', 'PROCESSING', 'SCHEDULED')";
      default -> "SELECT 0";
    };
  }
}
