package dev.semel.bench.contender;

/** Who takes the calls in a process, and how it is used. */
public enum Kind {
  SEMEL_COMMAND,
  SEMEL_WAITING,
  SEMEL_JOINED,
  SEMEL_LEASE,
  SEMEL_INBOX,
  SEMEL_OUTBOX,
  SEMEL_OUTBOX_INBOX,
  TRANSACTION_OUTBOX,
  TRANSACTION_OUTBOX_CATCHING,
  TRANSACTION_OUTBOX_JOINED,
  MODULITH,
  NAMASTACK,
  EVENTUATE,
  SPRING_INTEGRATION,
  CAMEL,
  CAMEL_JOINED,
  DB_SCHEDULER,
  JOBRUNR,
  DBOS,
  DBOS_TRANSACTIONAL,
  IDEMPOTENT,
  JDEMPOTENT,
  POWERTOOLS;

  /** Whether it keeps its records in Redis. */
  public boolean needsRedis() {
    return this == JDEMPOTENT;
  }
}
