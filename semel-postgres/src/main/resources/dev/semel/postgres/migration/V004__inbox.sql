-- A marker says that a message is taken care of. It is narrow on purpose: a message that is applied directly
-- leaves nothing else.
CREATE TABLE inbox (
  recorded_at  timestamptz NOT NULL,
  expires_at   timestamptz,
  record_id    uuid NOT NULL,
  consumer     varchar(200) COLLATE "C" NOT NULL,
  source       varchar(200) COLLATE "C" NOT NULL,
  message_id   varchar(255) COLLATE "C" NOT NULL,
  payload_hash bytea NOT NULL,

  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, source, message_id),
  CONSTRAINT inbox_fits CHECK (
    consumer <> '' AND source <> '' AND message_id <> '' AND octet_length(payload_hash) = 32)
) WITH (fillfactor = 90);

-- Purge walks this from the oldest end; what is not over lies beyond the other.
CREATE INDEX inbox_expires ON inbox (expires_at);

COMMENT ON TABLE inbox IS 'One row per consumer and message: it is taken care of. Committed with the effect, or with the kept message.';
COMMENT ON COLUMN inbox.recorded_at IS 'When it was written';
COMMENT ON COLUMN inbox.expires_at IS 'When it may be purged; null while the message waits, is parked or dead, and where markers are kept for ever';
COMMENT ON COLUMN inbox.record_id IS 'This marker; audit entries and events name it';
COMMENT ON COLUMN inbox.consumer IS 'Who consumes; consumers know nothing of each other';
COMMENT ON COLUMN inbox.source IS 'Who sent the message';
COMMENT ON COLUMN inbox.message_id IS 'The sender''s id for it, the same on every delivery';
COMMENT ON COLUMN inbox.payload_hash IS 'Tells a redelivery from another message under the same id';

CREATE TABLE inbox_message (
  received_at       timestamptz NOT NULL,
  due_at            timestamptz,
  settled_at        timestamptz,
  seq               bigint GENERATED ALWAYS AS IDENTITY,
  fence             bigint NOT NULL,
  aggregate_version bigint,
  attempts          integer NOT NULL,
  consumer          varchar(200) COLLATE "C" NOT NULL,
  source            varchar(200) COLLATE "C" NOT NULL,
  message_id        varchar(255) COLLATE "C" NOT NULL,
  state             text COLLATE "C" NOT NULL,
  tenant            text COLLATE "C" NOT NULL,
  type              text COLLATE "C",
  aggregate_type    text COLLATE "C",
  key               text COLLATE "C",
  reason            text,
  payload_hash      bytea NOT NULL,
  headers           jsonb NOT NULL,
  payload           bytea,

  CONSTRAINT inbox_message_pkey PRIMARY KEY (consumer, source, message_id),
  CONSTRAINT inbox_message_numbers CHECK (fence >= 0 AND attempts >= 0 AND jsonb_typeof(headers) = 'object'),
  CONSTRAINT inbox_message_state CHECK (
    CASE state
      WHEN 'WAITING' THEN due_at IS NOT NULL AND settled_at IS NULL
      WHEN 'PARKED'  THEN reason IS NOT NULL AND settled_at IS NULL
      WHEN 'DEAD'    THEN reason IS NOT NULL AND settled_at IS NULL AND due_at IS NULL
      WHEN 'APPLIED' THEN settled_at IS NOT NULL AND due_at IS NULL
      WHEN 'IGNORED' THEN reason IS NOT NULL AND settled_at IS NOT NULL AND due_at IS NULL
      ELSE false
    END)
) WITH (fillfactor = 80);

-- Workers and operators walk what is not over in the order it was stored.
CREATE INDEX inbox_message_open ON inbox_message (consumer, state, seq) WHERE state IN ('WAITING', 'PARKED', 'DEAD');

-- What is before a message of the same key, and what is parked behind a gap.
CREATE INDEX inbox_message_key ON inbox_message (consumer, key, tenant, seq) WHERE state IN ('WAITING', 'PARKED', 'DEAD');

-- Parked messages by the time they are overdue.
CREATE INDEX inbox_message_overdue ON inbox_message (consumer, due_at) WHERE state = 'PARKED';

-- Replay, in the order it was stored.
CREATE INDEX inbox_message_seq ON inbox_message (consumer, seq);

COMMENT ON TABLE inbox_message IS 'Messages that are kept: stored before they are applied, parked behind a gap, or given up. They are never edited.';
COMMENT ON COLUMN inbox_message.received_at IS 'When it was stored';
COMMENT ON COLUMN inbox_message.due_at IS 'Waiting: when it may be tried, which is the end of a lease while somebody tries. Parked: when it is reported as overdue';
COMMENT ON COLUMN inbox_message.settled_at IS 'When it got its final state';
COMMENT ON COLUMN inbox_message.seq IS 'Order of storing; kept within a tenant''s key';
COMMENT ON COLUMN inbox_message.fence IS 'Grows whenever it is given to a worker, so that a late one changes nothing';
COMMENT ON COLUMN inbox_message.aggregate_version IS 'The version the aggregate has by this message';
COMMENT ON COLUMN inbox_message.attempts IS 'How many were begun since it was stored or redriven';
COMMENT ON COLUMN inbox_message.consumer IS 'Who consumes';
COMMENT ON COLUMN inbox_message.source IS 'Who sent it';
COMMENT ON COLUMN inbox_message.message_id IS 'The sender''s id for it';
COMMENT ON COLUMN inbox_message.state IS 'WAITING, PARKED, DEAD, APPLIED or IGNORED';
COMMENT ON COLUMN inbox_message.tenant IS 'Whose it is: what it names, or the consumer''s own';
COMMENT ON COLUMN inbox_message.type IS 'What happened';
COMMENT ON COLUMN inbox_message.aggregate_type IS 'What kind of thing it is about';
COMMENT ON COLUMN inbox_message.key IS 'Which thing it is about; order is kept within it, per tenant';
COMMENT ON COLUMN inbox_message.reason IS 'What went wrong last, what it waits for, or why it was given up';
COMMENT ON COLUMN inbox_message.payload_hash IS 'As in its marker';
COMMENT ON COLUMN inbox_message.headers IS 'As they came: an object of texts';
COMMENT ON COLUMN inbox_message.payload IS 'As it came, byte for byte; null for a tombstone';

CREATE TABLE inbox_violation (
  first_seen_at     timestamptz NOT NULL,
  last_seen_at      timestamptz NOT NULL,
  times             bigint NOT NULL,
  aggregate_version bigint,
  consumer          varchar(200) COLLATE "C" NOT NULL,
  source            varchar(200) COLLATE "C" NOT NULL,
  message_id        varchar(255) COLLATE "C" NOT NULL,
  tenant            text COLLATE "C" NOT NULL,
  type              text COLLATE "C",
  aggregate_type    text COLLATE "C",
  key               text COLLATE "C",
  payload_hash      bytea NOT NULL,
  headers           jsonb NOT NULL,
  payload           bytea,

  CONSTRAINT inbox_violation_pkey PRIMARY KEY (consumer, source, message_id, payload_hash),
  CONSTRAINT inbox_violation_fits CHECK (times >= 1 AND jsonb_typeof(headers) = 'object')
);

CREATE INDEX inbox_violation_seen ON inbox_violation (consumer, first_seen_at);

COMMENT ON TABLE inbox_violation IS 'Messages that came under an id that is known with another payload. Nothing of them was applied.';
COMMENT ON COLUMN inbox_violation.first_seen_at IS 'When it came first';
COMMENT ON COLUMN inbox_violation.last_seen_at IS 'When it came last';
COMMENT ON COLUMN inbox_violation.times IS 'How often it came';
COMMENT ON COLUMN inbox_violation.aggregate_version IS 'The version it claims for its aggregate';
COMMENT ON COLUMN inbox_violation.consumer IS 'Who consumes';
COMMENT ON COLUMN inbox_violation.source IS 'Who sent it';
COMMENT ON COLUMN inbox_violation.message_id IS 'The id that is known with another payload';
COMMENT ON COLUMN inbox_violation.tenant IS 'Whose it is: what it names, or the consumer''s own';
COMMENT ON COLUMN inbox_violation.type IS 'What happened';
COMMENT ON COLUMN inbox_violation.aggregate_type IS 'What kind of thing it is about';
COMMENT ON COLUMN inbox_violation.key IS 'Which thing it is about';
COMMENT ON COLUMN inbox_violation.payload_hash IS 'Not that of the marker';
COMMENT ON COLUMN inbox_violation.headers IS 'As they came: an object of texts';
COMMENT ON COLUMN inbox_violation.payload IS 'As it came; null for a tombstone';

CREATE TABLE inbox_version (
  moved_at       timestamptz NOT NULL,
  version        bigint NOT NULL,
  consumer       varchar(200) COLLATE "C" NOT NULL,
  tenant         varchar(200) COLLATE "C" NOT NULL,
  aggregate_type varchar(255) COLLATE "C" NOT NULL,
  key            varchar(255) COLLATE "C" NOT NULL,
  types          text COLLATE "C" NOT NULL,

  CONSTRAINT inbox_version_pkey PRIMARY KEY (consumer, tenant, aggregate_type, key)
) WITH (fillfactor = 70);

COMMENT ON TABLE inbox_version IS 'How far each consumer has followed each aggregate. Never purged.';
COMMENT ON COLUMN inbox_version.moved_at IS 'When it moved last';
COMMENT ON COLUMN inbox_version.version IS 'The last version that was applied';
COMMENT ON COLUMN inbox_version.consumer IS 'Who consumes';
COMMENT ON COLUMN inbox_version.tenant IS 'Whose it is; ids are a tenant''s own';
COMMENT ON COLUMN inbox_version.aggregate_type IS 'What kind of thing; empty where messages name none';
COMMENT ON COLUMN inbox_version.key IS 'Which thing';
COMMENT ON COLUMN inbox_version.types IS 'The types of messages that were applied of this version, one per line; * after a rebuild';
