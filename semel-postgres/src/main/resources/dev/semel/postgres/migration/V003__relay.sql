-- The order of publication within an aggregate: a row is written after the one before it was committed.
CREATE UNIQUE INDEX outbox_seq ON outbox (seq);

CREATE TABLE relay_shard (
  relay           text COLLATE "C" NOT NULL,
  shard           integer     NOT NULL,
  owner           text COLLATE "C",
  lease_until     timestamptz,
  fence           bigint      NOT NULL,
  decisions       bigint      NOT NULL,
  saved_at        timestamptz,
  seen_snapshot   pg_snapshot NOT NULL,
  seen_xid        xid8        NOT NULL,
  seen_seq        bigint      NOT NULL,
  until_snapshot  pg_snapshot,
  until_xid       xid8,
  until_seq       bigint,
  passed_seq      bigint,

  CONSTRAINT relay_shard_pkey PRIMARY KEY (relay, shard),
  CONSTRAINT relay_shard_names CHECK (relay <> '' AND owner <> '' AND shard >= 0),
  CONSTRAINT relay_shard_lease CHECK (num_nulls(owner, lease_until) IN (0, 2)),
  CONSTRAINT relay_shard_window CHECK (num_nulls(until_snapshot, until_xid, until_seq, passed_seq) IN (0, 4))
) WITH (fillfactor = 50);

COMMENT ON TABLE relay_shard IS 'Which node publishes which part of the aggregates, and what it has passed. The only rows that publishing changes.';
COMMENT ON COLUMN relay_shard.relay IS 'The relay; each has a position of its own in the outbox';
COMMENT ON COLUMN relay_shard.shard IS 'Which part: the hash of the aggregate id, modulo the number of shards';
COMMENT ON COLUMN relay_shard.owner IS 'The node that publishes it; null if none does';
COMMENT ON COLUMN relay_shard.lease_until IS 'Until when its owner holds it, on this database''s clock';
COMMENT ON COLUMN relay_shard.fence IS 'Grows with every takeover; what an owner writes needs the current one';
COMMENT ON COLUMN relay_shard.decisions IS 'How many decisions operators have made about its dead letters';
COMMENT ON COLUMN relay_shard.saved_at IS 'When its position was saved last';
COMMENT ON COLUMN relay_shard.seen_snapshot IS 'Everything that was committed in it has been passed';
COMMENT ON COLUMN relay_shard.seen_xid IS 'What had begun by that snapshot has a lower transaction id';
COMMENT ON COLUMN relay_shard.seen_seq IS 'What has a greater transaction id has a greater seq';
COMMENT ON COLUMN relay_shard.until_snapshot IS 'What is being passed: everything committed in it, by seq; null between two of them';
COMMENT ON COLUMN relay_shard.until_xid IS 'What had begun by that snapshot has a lower transaction id';
COMMENT ON COLUMN relay_shard.until_seq IS 'What has a greater transaction id has a greater seq; what was committed in that snapshot has no greater one';
COMMENT ON COLUMN relay_shard.passed_seq IS 'How far it has come on the way there';

CREATE TABLE relay_node (
  relay   text COLLATE "C" NOT NULL,
  node    text COLLATE "C" NOT NULL,
  seen_at timestamptz NOT NULL,

  CONSTRAINT relay_node_pkey PRIMARY KEY (relay, node)
) WITH (fillfactor = 50);

COMMENT ON TABLE relay_node IS 'The nodes that share the work of a relay';
COMMENT ON COLUMN relay_node.relay IS 'The relay';
COMMENT ON COLUMN relay_node.node IS 'The node';
COMMENT ON COLUMN relay_node.seen_at IS 'Its last sign of life';

CREATE TABLE relay_held (
  relay           text COLLATE "C" NOT NULL,
  seq             bigint      NOT NULL,
  shard           integer     NOT NULL,
  state           text COLLATE "C" NOT NULL,
  tenant          text COLLATE "C" NOT NULL,
  aggregatetype   text COLLATE "C" NOT NULL,
  aggregateid     text COLLATE "C" NOT NULL,
  attempts        integer     NOT NULL,
  held_at         timestamptz NOT NULL,
  next_attempt_at timestamptz,
  parked_at       timestamptz,
  reason          text,

  CONSTRAINT relay_held_pkey PRIMARY KEY (seq, relay),
  CONSTRAINT relay_held_state CHECK (state IN ('WAITING', 'RETRYING', 'DEAD')),
  CONSTRAINT relay_held_times CHECK (
    (next_attempt_at IS NOT NULL) = (state = 'RETRYING') AND (parked_at IS NOT NULL) = (state = 'DEAD'))
) WITH (fillfactor = 80);

-- What waits in one aggregate, in order.
CREATE INDEX relay_held_aggregate ON relay_held (relay, tenant, aggregatetype, aggregateid, seq);

-- What is to be tried next, and what waits for an operator. Those that only wait are not in it.
CREATE INDEX relay_held_heads ON relay_held (relay, state, shard, next_attempt_at) WHERE state <> 'WAITING';

COMMENT ON TABLE relay_held IS 'Events that could not be published, and those that wait behind them. The event itself stays in the outbox.';
COMMENT ON COLUMN relay_held.relay IS 'The relay that could not publish it';
COMMENT ON COLUMN relay_held.seq IS 'The event, by its order in the outbox';
COMMENT ON COLUMN relay_held.shard IS 'The shard of its aggregate';
COMMENT ON COLUMN relay_held.state IS 'RETRYING, WAITING behind another one of its aggregate, or DEAD';
COMMENT ON COLUMN relay_held.tenant IS 'Whose event it is';
COMMENT ON COLUMN relay_held.aggregatetype IS 'What kind of thing it happened to';
COMMENT ON COLUMN relay_held.aggregateid IS 'Which thing it happened to';
COMMENT ON COLUMN relay_held.attempts IS 'How often it failed';
COMMENT ON COLUMN relay_held.held_at IS 'Since when it is held';
COMMENT ON COLUMN relay_held.next_attempt_at IS 'When it is due again';
COMMENT ON COLUMN relay_held.parked_at IS 'When it became a dead letter';
COMMENT ON COLUMN relay_held.reason IS 'Why it failed last';

CREATE TABLE relay_decision (
  id         bigint GENERATED ALWAYS AS IDENTITY,
  decided_at timestamptz NOT NULL,
  relay      text COLLATE "C" NOT NULL,
  event_id   uuid NOT NULL,
  decision   text COLLATE "C" NOT NULL,
  reason     text NOT NULL,
  decided_by text NOT NULL,

  CONSTRAINT relay_decision_pkey PRIMARY KEY (id),
  CONSTRAINT relay_decision_decision CHECK (decision IN ('REDRIVEN', 'DISCARDED'))
);

CREATE INDEX relay_decision_event ON relay_decision (event_id);

COMMENT ON TABLE relay_decision IS 'What operators decided about dead letters, who and why.';
COMMENT ON COLUMN relay_decision.id IS 'The decision';
COMMENT ON COLUMN relay_decision.decided_at IS 'When it was decided';
COMMENT ON COLUMN relay_decision.relay IS 'The relay';
COMMENT ON COLUMN relay_decision.event_id IS 'The event';
COMMENT ON COLUMN relay_decision.decision IS 'REDRIVEN or DISCARDED';
COMMENT ON COLUMN relay_decision.reason IS 'Why';
COMMENT ON COLUMN relay_decision.decided_by IS 'The operator';
