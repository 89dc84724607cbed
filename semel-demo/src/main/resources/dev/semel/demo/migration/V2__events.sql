-- What is made of events, by those that get them. Nothing else changes it: no key here refers to a case.

CREATE TABLE dashboard_case (
  tenant     text        NOT NULL,
  case_id    uuid        NOT NULL,
  state      text        NOT NULL,
  officer    text,
  notes      int         NOT NULL,
  version    bigint      NOT NULL,
  events     bigint      NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT dashboard_case_pkey PRIMARY KEY (case_id)
);

CREATE INDEX dashboard_case_by_state ON dashboard_case (tenant, state);

-- Which events were applied, in which order. An event could be here twice on purpose: whether it is, is
-- what the verdict of a storm counts, and it is the inbox that keeps it from happening.
CREATE TABLE dashboard_applied (
  place      bigint      GENERATED ALWAYS AS IDENTITY,
  event_id   uuid        NOT NULL,
  tenant     text        NOT NULL,
  case_id    uuid        NOT NULL,
  version    bigint      NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT statement_timestamp(),

  CONSTRAINT dashboard_applied_pkey PRIMARY KEY (place)
);

CREATE INDEX dashboard_applied_of_case ON dashboard_applied (case_id, place);

-- What the post has sent. Nothing here keeps it from sending twice: the receiver of its webhooks does.
CREATE TABLE sent_notice (
  notice_id uuid        NOT NULL,
  tenant    text        NOT NULL,
  case_id   uuid        NOT NULL,
  recipient text        NOT NULL,
  template  text        NOT NULL,
  sent_at   timestamptz NOT NULL DEFAULT statement_timestamp()
);

CREATE INDEX sent_notice_of_notice ON sent_notice (notice_id);
