-- The first five columns are those that change-data-capture routers read by default.
CREATE TABLE outbox (
  id                uuid NOT NULL,
  aggregatetype     varchar(255) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  type              varchar(255) NOT NULL,
  payload           jsonb,
  event_key         text COLLATE "C" NOT NULL,
  aggregate_version bigint,
  headers           jsonb NOT NULL,
  tenant            text COLLATE "C" NOT NULL,
  record_id         uuid,
  recorded_at       timestamptz NOT NULL,
  xid               xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq               bigint GENERATED ALWAYS AS IDENTITY,

  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_names CHECK (
    aggregatetype <> '' AND aggregateid <> '' AND type <> '' AND event_key <> '' AND tenant <> ''),
  CONSTRAINT outbox_headers CHECK (jsonb_typeof(headers) = 'object')
);

-- The order of publication: by transaction, then by sequence within it.
CREATE INDEX outbox_order ON outbox (xid, seq);

COMMENT ON TABLE outbox IS 'Events, written with the effect they tell of. Rows are inserted and never updated.';
COMMENT ON COLUMN outbox.id IS 'The event; derived from tenant and event key where the publisher gave a key, so that one key is one row';
COMMENT ON COLUMN outbox.aggregatetype IS 'What kind of thing it happened to';
COMMENT ON COLUMN outbox.aggregateid IS 'Which thing it happened to; events keep their order within it';
COMMENT ON COLUMN outbox.type IS 'What happened';
COMMENT ON COLUMN outbox.payload IS 'The event''s data';
COMMENT ON COLUMN outbox.event_key IS 'The publisher''s key, or the id as text';
COMMENT ON COLUMN outbox.aggregate_version IS 'The version the aggregate has by this event; null where it has none';
COMMENT ON COLUMN outbox.headers IS 'Passed on as they are: an object of texts';
COMMENT ON COLUMN outbox.tenant IS 'Whose event it is';
COMMENT ON COLUMN outbox.record_id IS 'The record of the intent that published it; null if it was none';
COMMENT ON COLUMN outbox.recorded_at IS 'When it was written';
COMMENT ON COLUMN outbox.xid IS 'The transaction that wrote it';
COMMENT ON COLUMN outbox.seq IS 'Order within that transaction';
