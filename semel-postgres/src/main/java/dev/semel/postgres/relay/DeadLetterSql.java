package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;

/** The statements about dead letters, for one schema. */
final class DeadLetterSql {
  /** By relay_held_heads and outbox_seq. */
  final NamedSql list;

  /** By relay_held_heads and outbox_seq: shard and event of those that fit. */
  final NamedSql find;

  /** By outbox_pkey and relay_held_pkey. */
  final NamedSql findOne;

  /** Takes turns with the shard's owner, and tells it that something was decided. */
  final NamedSql lockShard;

  final NamedSql redrive;
  final NamedSql discard;
  final NamedSql note;

  DeadLetterSql(RelayParts parts) {
    String fits =
        """
        WHERE h.relay = :relay AND h.state = 'DEAD'
          AND (:tenant::text IS NULL OR h.tenant = :tenant)
          AND (:aggregateType::text IS NULL OR h.aggregatetype = :aggregateType)
          AND (:aggregateId::text IS NULL OR h.aggregateid = :aggregateId)
          AND (:eventType::text IS NULL OR o.type = :eventType)
        ORDER BY h.seq
        LIMIT :limit
        """;
    list =
        parts.sql(
            """
            SELECT h.shard, h.attempts, h.reason, h.parked_at,
                   (SELECT count(*) FROM ${schema}.relay_held AS w
                    WHERE w.relay = h.relay AND w.tenant = h.tenant AND w.aggregatetype = h.aggregatetype
                      AND w.aggregateid = h.aggregateid AND w.seq > h.seq),
                   ${columns}
            FROM ${schema}.relay_held AS h
            JOIN ${schema}.outbox AS o ON o.seq = h.seq
            ${fits}
            """
                .replace("${columns}", EventRow.COLUMNS)
                .replace("${fits}", fits));
    find =
        parts.sql(
            """
            SELECT h.shard, o.id
            FROM ${schema}.relay_held AS h
            JOIN ${schema}.outbox AS o ON o.seq = h.seq
            ${fits}
            """
                .replace("${fits}", fits));
    findOne =
        parts.sql(
            """
            SELECT h.shard, o.id
            FROM ${schema}.outbox AS o
            JOIN ${schema}.relay_held AS h ON h.seq = o.seq
            WHERE o.id = :event AND h.relay = :relay AND h.state = 'DEAD'
            """);
    lockShard =
        parts.sql(
            """
            UPDATE ${schema}.relay_shard SET decisions = decisions + 1
            WHERE relay = :relay AND shard = :shard
            """);
    redrive =
        parts.sql(
            """
            UPDATE ${schema}.relay_held AS h
            SET state = 'RETRYING', attempts = 0, parked_at = NULL,
                held_at = coalesce(:now::timestamptz, statement_timestamp()),
                next_attempt_at = coalesce(:now::timestamptz, statement_timestamp())
            FROM ${schema}.outbox AS o
            WHERE o.id = ANY (:events::uuid[]) AND h.seq = o.seq AND h.relay = :relay AND h.state = 'DEAD'
            RETURNING o.id, h.tenant, h.aggregatetype, h.aggregateid
            """);
    discard =
        parts.sql(
            """
            DELETE FROM ${schema}.relay_held AS h
            USING ${schema}.outbox AS o
            WHERE o.id = ANY (:events::uuid[]) AND h.seq = o.seq AND h.relay = :relay AND h.state = 'DEAD'
            RETURNING o.id, h.tenant, h.aggregatetype, h.aggregateid
            """);
    note =
        parts.sql(
            """
            INSERT INTO ${schema}.relay_decision (decided_at, relay, event_id, decision, reason, decided_by)
            SELECT coalesce(:now::timestamptz, statement_timestamp()), :relay, e.id, :decision, :reason, :by
            FROM unnest(:events::uuid[]) AS e (id)
            """);
  }
}
