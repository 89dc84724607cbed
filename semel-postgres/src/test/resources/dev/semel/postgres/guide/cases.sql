-- The business tables of the guide's examples.

-- snippet: case-table
CREATE TABLE complaint_case (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant      text   NOT NULL,
  source      text   NOT NULL,
  complaint   text   NOT NULL,
  state       text   NOT NULL DEFAULT 'OPEN',
  version     bigint NOT NULL DEFAULT 1,
  approved_at timestamptz,
  deleted_at  timestamptz,
  CONSTRAINT one_case_per_complaint UNIQUE (tenant, source, complaint)
);
-- end snippet

-- snippet: timer-table
CREATE TABLE sla_timer (
  case_id  bigint NOT NULL REFERENCES complaint_case,
  type     text   NOT NULL,
  ended_at timestamptz
);

CREATE UNIQUE INDEX one_active_timer ON sla_timer (case_id, type) WHERE ended_at IS NULL;
-- end snippet

CREATE TABLE settlement (
  merchant text NOT NULL,
  day      date NOT NULL,
  CONSTRAINT one_settlement_per_day UNIQUE (merchant, day)
);
