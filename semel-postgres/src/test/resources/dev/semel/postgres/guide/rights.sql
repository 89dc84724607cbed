-- The least rights, for the roles casework_owner and casework_app .

-- snippet: migration-rights
CREATE SCHEMA semel AUTHORIZATION casework_owner;
-- end snippet

-- snippet: runtime-rights
GRANT USAGE ON SCHEMA semel TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.intent TO casework_app;
GRANT SELECT, INSERT ON semel.outbox TO casework_app;
GRANT INSERT ON semel.audit, semel.recovery TO casework_app;
-- end snippet

-- snippet: inbox-rights
GRANT SELECT, INSERT, UPDATE, DELETE
  ON semel.inbox, semel.inbox_message, semel.inbox_violation, semel.inbox_version TO casework_app;
-- end snippet
