-- Casework's own tables. Whatever must never be is refused here, by constraint: the code above finds
-- out early and says it well, and the database has the last word.

CREATE TABLE officer (
  tenant  text NOT NULL,
  officer text NOT NULL,
  role    text NOT NULL,

  CONSTRAINT officer_pkey PRIMARY KEY (tenant, officer)
);

-- Tokens of a demo are public. A service of your own would keep a hash.
CREATE TABLE token (
  token   text NOT NULL,
  tenant  text NOT NULL,
  officer text NOT NULL,
  place   int  NOT NULL,

  CONSTRAINT token_pkey PRIMARY KEY (token),
  CONSTRAINT token_officer FOREIGN KEY (tenant, officer) REFERENCES officer
);

CREATE TABLE complaint_case (
  case_id       uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant        text        NOT NULL,
  source        text        NOT NULL,
  complaint_ref text        NOT NULL,
  subject       text        NOT NULL,
  description   text        NOT NULL,
  state         text        NOT NULL DEFAULT 'OPEN',
  version       bigint      NOT NULL DEFAULT 1,
  opened_at     timestamptz NOT NULL DEFAULT statement_timestamp(),
  updated_at    timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT complaint_case_pkey PRIMARY KEY (case_id),
  CONSTRAINT one_case_per_complaint UNIQUE (tenant, source, complaint_ref),
  -- What belongs to a case belongs to its tenant: the others refer to both.
  CONSTRAINT complaint_case_of_tenant UNIQUE (tenant, case_id),
  CONSTRAINT complaint_case_state CHECK (state IN ('OPEN', 'ESCALATED', 'APPROVED', 'CLOSED'))
);

CREATE INDEX complaint_case_newest ON complaint_case (tenant, opened_at DESC, case_id);

CREATE TABLE assignment (
  assignment_id uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant        text        NOT NULL,
  case_id       uuid        NOT NULL,
  officer       text        NOT NULL,
  slot          smallint    NOT NULL,
  assigned_at   timestamptz NOT NULL DEFAULT statement_timestamp(),
  ended_at      timestamptz,

  CONSTRAINT assignment_pkey PRIMARY KEY (assignment_id),
  CONSTRAINT assignment_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id),
  CONSTRAINT assignment_officer FOREIGN KEY (tenant, officer) REFERENCES officer,
  CONSTRAINT assignment_slot CHECK (slot BETWEEN 1 AND 20)
);

CREATE UNIQUE INDEX one_primary_officer_per_case ON assignment (case_id) WHERE ended_at IS NULL;

-- Twenty slots, each filled once: at most twenty active cases per officer, whoever counts wrongly.
CREATE UNIQUE INDEX one_case_per_slot ON assignment (tenant, officer, slot) WHERE ended_at IS NULL;

CREATE TABLE sla_timer (
  timer_id   uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant     text        NOT NULL,
  case_id    uuid        NOT NULL,
  type       text        NOT NULL,
  started_at timestamptz NOT NULL DEFAULT statement_timestamp(),
  due_at     timestamptz NOT NULL,
  stopped_at timestamptz,

  CONSTRAINT sla_timer_pkey PRIMARY KEY (timer_id),
  CONSTRAINT sla_timer_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id),
  CONSTRAINT sla_timer_due CHECK (due_at > started_at)
);

CREATE UNIQUE INDEX one_active_timer ON sla_timer (case_id, type) WHERE stopped_at IS NULL;

CREATE TABLE evidence (
  evidence_id  uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant       text        NOT NULL,
  case_id      uuid        NOT NULL,
  name         text        NOT NULL,
  sha256       text        NOT NULL,
  note         text        NOT NULL,
  submitted_at timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT evidence_pkey PRIMARY KEY (evidence_id),
  CONSTRAINT evidence_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id),
  CONSTRAINT evidence_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT same_evidence_once UNIQUE (case_id, sha256)
);

-- The one thing without a business key: that a note is not there twice is the intent's work alone.
CREATE TABLE note (
  note_id  uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant   text        NOT NULL,
  case_id  uuid        NOT NULL,
  author   text        NOT NULL,
  text     text        NOT NULL,
  added_at timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT note_pkey PRIMARY KEY (note_id),
  CONSTRAINT note_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id)
);

CREATE INDEX note_of_case ON note (case_id, added_at);

CREATE TABLE notice (
  notice_id    uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant       text        NOT NULL,
  case_id      uuid        NOT NULL,
  recipient    text        NOT NULL,
  template     text        NOT NULL,
  event        text        NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT notice_pkey PRIMARY KEY (notice_id),
  CONSTRAINT notice_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id),
  CONSTRAINT one_notice UNIQUE (case_id, recipient, template, event)
);

CREATE TABLE ledger_posting (
  posting_id       uuid        NOT NULL DEFAULT gen_random_uuid(),
  tenant           text        NOT NULL,
  case_id          uuid        NOT NULL,
  source_operation text        NOT NULL,
  currency         text        NOT NULL,
  posted_at        timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT ledger_posting_pkey PRIMARY KEY (posting_id),
  CONSTRAINT ledger_posting_case FOREIGN KEY (tenant, case_id) REFERENCES complaint_case (tenant, case_id),
  CONSTRAINT one_posting_per_source_operation UNIQUE (tenant, source_operation),
  CONSTRAINT ledger_posting_currency CHECK (currency ~ '^[A-Z]{3}$')
);

CREATE INDEX ledger_posting_of_case ON ledger_posting (case_id);

CREATE TABLE ledger_entry (
  posting_id   uuid   NOT NULL,
  account      text   NOT NULL,
  debit_cents  bigint NOT NULL,
  credit_cents bigint NOT NULL,

  CONSTRAINT ledger_entry_pkey PRIMARY KEY (posting_id, account),
  CONSTRAINT ledger_entry_posting FOREIGN KEY (posting_id) REFERENCES ledger_posting,
  CONSTRAINT ledger_entry_account CHECK (account IN ('receivable', 'fee-income')),
  CONSTRAINT ledger_entry_side CHECK (
    (debit_cents > 0 AND credit_cents = 0) OR (debit_cents = 0 AND credit_cents > 0))
);

-- Asked at commit, when a posting has all of its entries.
CREATE FUNCTION posting_balances() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  entries integer;
  debits  bigint;
  credits bigint;
BEGIN
  SELECT count(*), coalesce(sum(debit_cents), 0), coalesce(sum(credit_cents), 0)
  INTO entries, debits, credits
  FROM casework.ledger_entry WHERE posting_id = NEW.posting_id;
  IF entries < 2 OR debits <> credits THEN
    RAISE check_violation USING CONSTRAINT = 'posting_balances',
      MESSAGE = format('a posting of %s entries with %s in debit and %s in credit does not balance',
        entries, debits, credits);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER posting_balances AFTER INSERT OR UPDATE ON ledger_posting
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION posting_balances();

CREATE CONSTRAINT TRIGGER entries_balance AFTER INSERT OR UPDATE ON ledger_entry
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION posting_balances();

-- What was posted stays; a mistake is mended by a posting the other way round.
CREATE FUNCTION posted_stays() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE check_violation USING CONSTRAINT = 'posted_stays',
    MESSAGE = 'what was posted is neither changed nor deleted; post the opposite';
END
$$;

CREATE TRIGGER posted_stays BEFORE UPDATE OR DELETE ON ledger_posting
FOR EACH ROW EXECUTE FUNCTION posted_stays();

CREATE TRIGGER posted_stays BEFORE UPDATE OR DELETE ON ledger_entry
FOR EACH ROW EXECUTE FUNCTION posted_stays();

INSERT INTO officer (tenant, officer, role)
VALUES ('north', 'olga', 'officer'),
       ('north', 'bruno', 'officer'),
       ('north', 'sam', 'supervisor'),
       ('south', 'ines', 'officer'),
       ('south', 'pedro', 'supervisor'),
       ('storm', 'runner', 'storm');

INSERT INTO token (place, token, tenant, officer)
VALUES (1, 'north-olga', 'north', 'olga'),
       (2, 'north-sam', 'north', 'sam'),
       (3, 'north-bruno', 'north', 'bruno'),
       (4, 'south-ines', 'south', 'ines'),
       (5, 'south-pedro', 'south', 'pedro'),
       (6, 'storm-runner', 'storm', 'runner');
