-- What operators paste into a database shell.

-- snippet: growth
SELECT operation,
       count(*)                                    AS settled_last_day,
       count(*) FILTER (WHERE expires_at IS NULL)  AS kept_for_ever,
       pg_size_pretty(sum(octet_length(content)))  AS content
FROM semel.intent
WHERE settled_at > now() - interval '1 day'
GROUP BY operation
ORDER BY 2 DESC;
-- end snippet

-- snippet: size
SELECT c.relname, c.reltuples::bigint AS rows, pg_size_pretty(pg_total_relation_size(c.oid)) AS size
FROM pg_class AS c
WHERE c.oid IN ('semel.intent'::regclass, 'semel.audit'::regclass,
                'semel.outbox'::regclass, 'semel.recovery'::regclass);
-- end snippet

-- snippet: one-intent
SELECT state, answer, code, reason, attempts, fence, claimed_at, settled_at, expires_at, lease_owner, lease_until
FROM semel.intent
WHERE tenant = 'acme' AND operation = 'open-case' AND principal = '' AND key = 'command-1';
-- end snippet

-- snippet: stale-leases
SELECT tenant, operation, record_id, fence, lease_owner, now() - lease_until AS stale_for
FROM semel.intent
WHERE state IN ('RUNNING', 'RELEASED', 'UNKNOWN') AND state = 'RUNNING' AND lease_until <= now()
ORDER BY claimed_at
LIMIT 100;
-- end snippet

-- snippet: unknown-outcomes
SELECT tenant, operation, record_id, fence, reason, now() - claimed_at AS age
FROM semel.intent
WHERE state IN ('RUNNING', 'RELEASED', 'UNKNOWN') AND state = 'UNKNOWN'
ORDER BY claimed_at
LIMIT 100;
-- end snippet

-- snippet: by-digest
SELECT tenant, operation, principal, key, state, settled_at
FROM semel.intent
WHERE tenant = 'acme' AND operation = 'open-case'
  AND left(encode(sha256(
        int4send(octet_length(convert_to(tenant, 'UTF8')))    || convert_to(tenant, 'UTF8')
     || int4send(octet_length(convert_to(operation, 'UTF8'))) || convert_to(operation, 'UTF8')
     || CASE principal WHEN '' THEN int4send(-1)
        ELSE int4send(octet_length(convert_to(principal, 'UTF8'))) || convert_to(principal, 'UTF8') END
     || int4send(octet_length(convert_to(key, 'UTF8')))       || convert_to(key, 'UTF8')), 'hex'), 12)
      = '000000000000';
-- end snippet

-- snippet: history
SELECT a.recorded_at, a.operation, a.action, a.detail
FROM semel.audit AS a
WHERE a.tenant = 'acme' AND a.subject = '7'
ORDER BY a.recorded_at;
-- end snippet

-- snippet: decisions
SELECT r.decided_at, i.tenant, i.operation, r.classification, r.decided_by, r.reason
FROM semel.recovery AS r
LEFT JOIN semel.intent AS i USING (record_id)
ORDER BY r.decided_at DESC
LIMIT 100;
-- end snippet
