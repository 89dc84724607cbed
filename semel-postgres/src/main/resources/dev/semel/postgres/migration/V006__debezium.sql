-- A position that is kept elsewhere counts only with the one in the outbox that it was made with.
ALTER TABLE relay_shard ADD COLUMN set_up_id uuid NOT NULL DEFAULT gen_random_uuid();

COMMENT ON COLUMN relay_shard.set_up_id IS 'Another one when the relay was forgotten and set up anew';

CREATE TABLE relay_stream (
  relay         text COLLATE "C" NOT NULL,
  slot          text COLLATE "C" NOT NULL,
  state         text COLLATE "C" NOT NULL,
  set_up_id     uuid,
  begins_after  text,
  passed_xid    xid8,
  passed_seq    bigint,
  passed_lsn    pg_lsn,
  source_offset text,
  saved_at      timestamptz NOT NULL,

  CONSTRAINT relay_stream_pkey PRIMARY KEY (relay),
  CONSTRAINT relay_stream_slot UNIQUE (slot),
  CONSTRAINT relay_stream_names CHECK (relay <> '' AND slot <> ''),
  CONSTRAINT relay_stream_state CHECK (state IN ('NEW', 'CREATING', 'STREAMING')),
  CONSTRAINT relay_stream_begins CHECK ((begins_after IS NOT NULL) = (state = 'STREAMING')),
  CONSTRAINT relay_stream_set_up CHECK (num_nulls(set_up_id, begins_after) IN (0, 2)),
  CONSTRAINT relay_stream_passed CHECK (num_nulls(passed_xid, passed_seq) IN (0, 2))
) WITH (fillfactor = 50);

COMMENT ON TABLE relay_stream IS 'How far relays have come that read the server''s log instead of the outbox';
COMMENT ON COLUMN relay_stream.relay IS 'The relay';
COMMENT ON COLUMN relay_stream.slot IS 'Its replication slot';
COMMENT ON COLUMN relay_stream.state IS 'NEW until a slot is made, CREATING while it is, STREAMING from then on';
COMMENT ON COLUMN relay_stream.set_up_id IS 'That of the shard when the slot was made. If the shard has another one, the slot may be further than the relay';
COMMENT ON COLUMN relay_stream.begins_after IS 'What had been committed when the slot was there: it is read from the outbox, and the log is read from there on';
COMMENT ON COLUMN relay_stream.passed_xid IS 'The transaction of the last event that was passed in the log';
COMMENT ON COLUMN relay_stream.passed_seq IS 'That event';
COMMENT ON COLUMN relay_stream.passed_lsn IS 'The place in the log behind the last transaction that was passed; the slot may not be further';
COMMENT ON COLUMN relay_stream.source_offset IS 'The same as the engine sees it';
COMMENT ON COLUMN relay_stream.saved_at IS 'When this was saved last';
