CREATE TABLE webhook_endpoint (
  endpoint   text COLLATE "C" NOT NULL,
  version    bigint      NOT NULL,
  state      text COLLATE "C" NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text        NOT NULL,
  reason     text        NOT NULL,

  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (endpoint, version),
  CONSTRAINT webhook_endpoint_name CHECK (endpoint <> '' AND version > 0),
  CONSTRAINT webhook_endpoint_state CHECK (state IN ('ENABLED', 'DISABLED'))
);

COMMENT ON TABLE webhook_endpoint IS 'When endpoints of webhooks were switched off and on again, by whom and why. The greatest version counts; an endpoint without a row is enabled.';
COMMENT ON COLUMN webhook_endpoint.endpoint IS 'The endpoint, by its name';
COMMENT ON COLUMN webhook_endpoint.version IS 'Which change of this endpoint; whoever makes the next one must have seen the one before';
COMMENT ON COLUMN webhook_endpoint.state IS 'ENABLED or DISABLED';
COMMENT ON COLUMN webhook_endpoint.changed_at IS 'When it was switched';
COMMENT ON COLUMN webhook_endpoint.changed_by IS 'The operator, or the endpoint itself by its answer';
COMMENT ON COLUMN webhook_endpoint.reason IS 'Why';

CREATE TABLE webhook_failing (
  endpoint text COLLATE "C" NOT NULL,
  version  bigint      NOT NULL,
  since    timestamptz NOT NULL,
  reason   text        NOT NULL,

  CONSTRAINT webhook_failing_pkey PRIMARY KEY (endpoint),
  CONSTRAINT webhook_failing_name CHECK (endpoint <> '' AND version >= 0)
);

COMMENT ON TABLE webhook_failing IS 'Endpoints of webhooks that have taken nothing since an attempt failed. An endpoint that takes something has no row.';
COMMENT ON COLUMN webhook_failing.endpoint IS 'The endpoint, by its name';
COMMENT ON COLUMN webhook_failing.version IS 'The change of this endpoint since which it has failed; 0 if it was never switched';
COMMENT ON COLUMN webhook_failing.since IS 'When an attempt failed for the first time after the last that did not';
COMMENT ON COLUMN webhook_failing.reason IS 'Why that attempt failed';
