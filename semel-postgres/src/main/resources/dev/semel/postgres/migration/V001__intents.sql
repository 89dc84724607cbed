-- Every name below is unqualified on purpose: the objects go into the first schema of the search path.

CREATE TABLE intent (
  claimed_at         timestamptz NOT NULL,
  settled_at         timestamptz,
  expires_at         timestamptz,
  lease_until        timestamptz,
  fence              bigint      NOT NULL,
  record_id          uuid        NOT NULL,
  attempts           integer     NOT NULL,
  fingerprint_schema integer     NOT NULL,
  content_schema     integer,
  tenant             varchar(200) COLLATE "C" NOT NULL,
  operation          varchar(200) COLLATE "C" NOT NULL,
  principal          varchar(200) COLLATE "C" NOT NULL,
  key                varchar(255) COLLATE "C" NOT NULL,
  state              text COLLATE "C" NOT NULL,
  answer             text COLLATE "C",
  fingerprint_scheme text COLLATE "C" NOT NULL,
  fingerprint        bytea       NOT NULL,
  lease_owner        text,
  reason             text,
  code               text,
  detail             text,
  reference_type     text,
  reference_id       text,
  content_type       text,
  content            bytea,

  CONSTRAINT intent_pkey PRIMARY KEY (tenant, operation, principal, key)
) WITH (fillfactor = 90);

-- All rules of a row in one function: the server prepares every CHECK expression anew for each INSERT, and
-- six of them cost five times as much as the INSERT itself.
CREATE FUNCTION intent_fits(r intent) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- Nearly every row is of this kind, and one expression costs half of what the six below do.
  IF r.state = 'EXECUTED' AND r.answer = 'FULL'
      AND r.tenant <> '' AND r.operation <> '' AND r.key <> ''
      AND octet_length(r.fingerprint) BETWEEN 32 AND 64 AND r.fingerprint_schema >= 1
      AND r.fingerprint_scheme <> '' AND r.fence >= 0 AND r.attempts >= 1
      AND r.content_type <> '' AND r.content_schema >= 1
      AND num_nulls(r.content, r.settled_at) = 0
      AND num_nulls(r.reference_type, r.reference_id, r.code, r.detail, r.reason, r.lease_owner, r.lease_until) = 7 THEN
    RETURN true;
  END IF;
  IF r.tenant = '' OR r.operation = '' OR r.key = '' THEN
    RAISE check_violation USING CONSTRAINT = 'intent_names',
      MESSAGE = 'tenant, operation and key of an intent are never empty';
  END IF;
  IF octet_length(r.fingerprint) NOT BETWEEN 32 AND 64 OR r.fingerprint_schema < 1
      OR r.fingerprint_scheme = '' THEN
    RAISE check_violation USING CONSTRAINT = 'intent_fingerprint',
      MESSAGE = 'a fingerprint has 32 to 64 bytes, a scheme, and a schema version from 1';
  END IF;
  IF NOT (CASE r.state
      WHEN 'EXECUTED'  THEN coalesce(r.answer IN ('FULL', 'REFERENCE', 'STATUS_ONLY', 'TOMBSTONE'), false)
      WHEN 'REJECTED'  THEN coalesce(r.answer = 'REFUSAL', false)
      WHEN 'FAILED'    THEN coalesce(r.answer = 'REFUSAL', false)
      WHEN 'ABANDONED' THEN coalesce(r.answer = 'REFUSAL', false)
      WHEN 'RUNNING'   THEN r.answer IS NULL
      WHEN 'RELEASED'  THEN r.answer IS NULL
      WHEN 'UNKNOWN'   THEN r.answer IS NULL
      ELSE false
    END) THEN
    RAISE check_violation USING CONSTRAINT = 'intent_state',
      MESSAGE = 'the answer of an intent does not go with its state';
  END IF;
  IF num_nulls(r.content_type, r.content_schema, r.content) <> (CASE
          WHEN r.answer = 'FULL' OR (r.answer = 'REFUSAL' AND r.content_type IS NOT NULL) THEN 0 ELSE 3 END)
      OR num_nulls(r.reference_type, r.reference_id) <> (CASE r.answer WHEN 'REFERENCE' THEN 0 ELSE 2 END)
      OR num_nulls(r.code, r.detail) <> (CASE r.answer WHEN 'REFUSAL' THEN 0 ELSE 2 END)
      OR (r.reason IS NULL) = (r.state IN ('RELEASED', 'UNKNOWN') OR coalesce(r.answer = 'TOMBSTONE', false))
      OR r.content_schema < 1
      OR r.content_type = '' OR r.reference_type = '' OR r.reference_id = '' OR r.code = '' THEN
    RAISE check_violation USING CONSTRAINT = 'intent_answer',
      MESSAGE = 'an intent has just the columns that its kind of answer needs, and none of them is empty';
  END IF;
  IF r.fence < 0 OR r.attempts < 1
      OR num_nulls(r.lease_owner, r.lease_until) <> (CASE r.state WHEN 'RUNNING' THEN 0 ELSE 2 END)
      OR (r.fence < 1 AND r.state IN ('RUNNING', 'RELEASED', 'UNKNOWN')) THEN
    RAISE check_violation USING CONSTRAINT = 'intent_lease',
      MESSAGE = 'a running intent, and no other, has a lease, and every leased one a fence';
  END IF;
  IF (r.settled_at IS NULL) <> (r.state IN ('RUNNING', 'RELEASED', 'UNKNOWN'))
      OR (r.expires_at IS NOT NULL AND r.state IN ('RUNNING', 'UNKNOWN')) THEN
    RAISE check_violation USING CONSTRAINT = 'intent_times',
      MESSAGE = 'a settled intent has the time it was settled, and a running or unknown one never expires';
  END IF;
  RETURN true;
END
$$;

ALTER TABLE intent ADD CONSTRAINT intent_fits CHECK (intent_fits(intent.*));

-- Purge walks this from the oldest end; what never expires lies beyond the other. It is not partial, because
-- the server would prepare the predicate anew for each INSERT.
CREATE INDEX intent_expires ON intent (expires_at);

-- Unfinished business is rare, so this stays small. Heartbeats touch none of its columns.
CREATE INDEX intent_open ON intent (claimed_at) WHERE state IN ('RUNNING', 'RELEASED', 'UNKNOWN');

-- What took more than one attempt, the most first.
CREATE INDEX intent_attempts ON intent (attempts) WHERE attempts > 1;

-- Rows are written in the order they are settled: a few pages of summary are enough to count a period.
CREATE INDEX intent_settled ON intent USING brin (settled_at) WITH (pages_per_range = 32);

COMMENT ON FUNCTION intent_fits IS 'Says what is wrong with a row of intent, or true';
COMMENT ON TABLE intent IS 'One row per intent: what a caller wants done once, and what became of it. An atomic intent is inserted once, complete; a leased one is updated.';
COMMENT ON COLUMN intent.claimed_at IS 'When the transaction that claimed it began';
COMMENT ON COLUMN intent.settled_at IS 'When it got its final state; null while it has none';
COMMENT ON COLUMN intent.expires_at IS 'When it stops answering and may be purged; null means never';
COMMENT ON COLUMN intent.lease_until IS 'Until when its owner holds it, on this database''s clock';
COMMENT ON COLUMN intent.fence IS 'Grows with every grant and every takeover of a lease; 0 for an atomic intent';
COMMENT ON COLUMN intent.record_id IS 'This record; a key used again after its retention gets another';
COMMENT ON COLUMN intent.attempts IS 'How many attempts it took, as far as known here';
COMMENT ON COLUMN intent.fingerprint_schema IS 'Version of the command''s schema that the fingerprint was made with';
COMMENT ON COLUMN intent.content_schema IS 'Version of the content''s schema';
COMMENT ON COLUMN intent.tenant IS 'Scope: whose data it is';
COMMENT ON COLUMN intent.operation IS 'Scope: what is done';
COMMENT ON COLUMN intent.principal IS 'Scope: who asks; empty where the tenant is the only caller';
COMMENT ON COLUMN intent.key IS 'The caller''s id for the intent, the same on every retry';
COMMENT ON COLUMN intent.state IS 'RUNNING, RELEASED, UNKNOWN, EXECUTED, REJECTED, FAILED or ABANDONED';
COMMENT ON COLUMN intent.answer IS 'What is kept for retries: FULL, REFERENCE, STATUS_ONLY, TOMBSTONE or REFUSAL';
COMMENT ON COLUMN intent.fingerprint_scheme IS 'The rules the fingerprint was made by';
COMMENT ON COLUMN intent.fingerprint IS 'Tells a retry from a reuse of the key';
COMMENT ON COLUMN intent.lease_owner IS 'The node, and which of its calls, that holds the lease';
COMMENT ON COLUMN intent.reason IS 'Why it was released, is unknown, or kept no result';
COMMENT ON COLUMN intent.code IS 'The stable code of a refusal';
COMMENT ON COLUMN intent.detail IS 'The detail of a refusal, for people';
COMMENT ON COLUMN intent.reference_type IS 'What kind of resource the result was about';
COMMENT ON COLUMN intent.reference_id IS 'Which resource the result was about';
COMMENT ON COLUMN intent.content_type IS 'Media type of the content';
COMMENT ON COLUMN intent.content IS 'The result, or what was shown with a refusal, byte for byte';

CREATE TABLE audit (
  recorded_at timestamptz NOT NULL,
  record_id   uuid NOT NULL,
  tenant      text COLLATE "C" NOT NULL,
  operation   text COLLATE "C" NOT NULL,
  principal   text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL,
  action      text COLLATE "C" NOT NULL,
  subject     text COLLATE "C" NOT NULL,
  detail      text,

  CONSTRAINT audit_pkey PRIMARY KEY (record_id, action, subject),
  CONSTRAINT audit_names CHECK (action <> '' AND subject <> '')
);

-- The history of one thing.
CREATE INDEX audit_subject ON audit (tenant, subject, recorded_at);

COMMENT ON TABLE audit IS 'What each command did to which thing, committed with its effect. Outlives the intent.';
COMMENT ON COLUMN audit.recorded_at IS 'When it was written';
COMMENT ON COLUMN audit.record_id IS 'The record of the intent that did it';
COMMENT ON COLUMN audit.tenant IS 'Scope of the intent: whose data it is';
COMMENT ON COLUMN audit.operation IS 'Scope of the intent: what was done';
COMMENT ON COLUMN audit.principal IS 'Scope of the intent: who asked; empty where the tenant is the only caller';
COMMENT ON COLUMN audit.key IS 'The key of the intent';
COMMENT ON COLUMN audit.action IS 'What was done; once per intent and subject';
COMMENT ON COLUMN audit.subject IS 'The thing it was done to';
COMMENT ON COLUMN audit.detail IS 'For people';

CREATE TABLE recovery (
  decided_at     timestamptz NOT NULL,
  record_id      uuid NOT NULL,
  fence          bigint NOT NULL,
  classification text COLLATE "C" NOT NULL,
  reason         text NOT NULL,
  decided_by     text NOT NULL,

  CONSTRAINT recovery_pkey PRIMARY KEY (record_id, fence),
  CONSTRAINT recovery_classification CHECK (
    classification IN ('SAFE_TO_RETRY', 'ALREADY_SUCCEEDED', 'NEEDS_REVIEW', 'ABANDONED'))
);

COMMENT ON TABLE recovery IS 'What was decided about stale or unknown work, by whom and why.';
COMMENT ON COLUMN recovery.decided_at IS 'When it was decided';
COMMENT ON COLUMN recovery.record_id IS 'The record of the intent';
COMMENT ON COLUMN recovery.fence IS 'The fence the decision took the work over with';
COMMENT ON COLUMN recovery.classification IS 'SAFE_TO_RETRY, ALREADY_SUCCEEDED, NEEDS_REVIEW or ABANDONED';
COMMENT ON COLUMN recovery.reason IS 'Why it was believed';
COMMENT ON COLUMN recovery.decided_by IS 'A policy, a probe or an operator';
