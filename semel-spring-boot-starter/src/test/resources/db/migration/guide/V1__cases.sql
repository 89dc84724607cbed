-- snippet: spring-table
CREATE TABLE casefile (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant    text NOT NULL,
  complaint text NOT NULL,
  state     text NOT NULL DEFAULT 'OPEN',
  fee_cents bigint NOT NULL DEFAULT 0,
  version   bigint NOT NULL DEFAULT 1,
  CONSTRAINT one_case_per_complaint UNIQUE (tenant, complaint));
-- end snippet
