package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;

/** What operators ask, for one schema. The index that serves each is named beside it. */
final class RecordsSql {
  private static final String COLUMNS =
      "i.tenant, i.operation, i.principal, i.key, " + IntentSql.RECORD_COLUMNS;

  /** By primary key; also when it no longer answers. */
  final NamedSql find;

  /** By intent_open. */
  final NamedSql staleLeases;

  /** By intent_open. */
  final NamedSql unknown;

  /** By intent_attempts. */
  final NamedSql mostAttempted;

  /** By intent_open and intent_settled. */
  final NamedSql counts;

  /** By primary key. */
  final NamedSql countOf;

  /** By intent_open and intent_expires. */
  final NamedSql backlog;

  /** By intent_expires; those that another purge has in hand are left to it. */
  final NamedSql purge;

  RecordsSql(String schema) {
    find =
        named(
            schema,
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.tenant = :tenant AND i.operation = :operation
              AND i.principal = :principal AND i.key = :key
            """);
    staleLeases =
        named(
            schema,
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.state IN ('RUNNING', 'RELEASED', 'UNKNOWN') AND i.state = 'RUNNING'
              AND i.lease_until <= coalesce(:now::timestamptz, statement_timestamp())
            ORDER BY i.claimed_at
            LIMIT :limit
            """);
    unknown =
        named(
            schema,
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.state IN ('RUNNING', 'RELEASED', 'UNKNOWN') AND i.state = 'UNKNOWN'
            ORDER BY i.claimed_at
            LIMIT :limit
            """);
    mostAttempted =
        named(
            schema,
            """
            SELECT ${columns}
            FROM ${schema}.intent AS i
            WHERE i.attempts > 1
            ORDER BY i.attempts DESC
            LIMIT :limit
            """);
    counts =
        named(
            schema,
            """
            SELECT operation, state, count(*)
            FROM (
              SELECT i.operation, i.state FROM ${schema}.intent AS i
              WHERE i.state IN ('RUNNING', 'RELEASED', 'UNKNOWN')
              UNION ALL
              SELECT i.operation, i.state FROM ${schema}.intent AS i
              WHERE i.settled_at > coalesce(:now::timestamptz, statement_timestamp()) - make_interval(secs => :withinSeconds)
            ) AS counted
            GROUP BY operation, state
            ORDER BY operation, state
            """);
    countOf =
        named(
            schema,
            """
            SELECT count(*)
            FROM (
              SELECT FROM ${schema}.intent AS i
              WHERE i.tenant = :tenant AND i.operation = :operation AND i.principal = :principal
              LIMIT :limit
            ) AS counted
            """);
    backlog =
        named(
            schema,
            """
            SELECT (extract(epoch FROM t.now - o.running) * 1000000)::bigint,
                   (extract(epoch FROM t.now - o.stale) * 1000000)::bigint,
                   (extract(epoch FROM t.now - o.unknown) * 1000000)::bigint,
                   (extract(epoch FROM t.now - e.expired) * 1000000)::bigint
            FROM (SELECT coalesce(:now::timestamptz, statement_timestamp())) AS t (now)
            CROSS JOIN LATERAL (
              SELECT min(i.claimed_at) FILTER (WHERE i.state = 'RUNNING'),
                     min(i.lease_until) FILTER (WHERE i.lease_until <= t.now),
                     min(i.claimed_at) FILTER (WHERE i.state = 'UNKNOWN')
              FROM ${schema}.intent AS i
              WHERE i.state IN ('RUNNING', 'RELEASED', 'UNKNOWN')
            ) AS o (running, stale, unknown)
            CROSS JOIN LATERAL (
              SELECT min(i.expires_at) FROM ${schema}.intent AS i WHERE i.expires_at <= t.now
            ) AS e (expired)
            """);
    purge =
        named(
            schema,
            """
            DELETE FROM ${schema}.intent
            WHERE ctid = ANY (ARRAY (
              SELECT i.ctid FROM ${schema}.intent AS i
              WHERE i.expires_at <= coalesce(:now::timestamptz, statement_timestamp())
              ORDER BY i.expires_at
              LIMIT :limit
              FOR UPDATE SKIP LOCKED))
            """);
  }

  private static NamedSql named(String schema, String sql) {
    return NamedSql.of(sql.replace("${columns}", COLUMNS).replace("${schema}", schema));
  }
}
