-- snippet: spring-events-tables
CREATE TABLE dashboard (events bigint NOT NULL);
INSERT INTO dashboard VALUES (0);
CREATE TABLE archive (case_id text NOT NULL);
CREATE TABLE letter (id text PRIMARY KEY);
-- end snippet
