-- snippet: first-endpoint-schema
CREATE TABLE IF NOT EXISTS cases (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  complaint text NOT NULL);
-- end snippet
