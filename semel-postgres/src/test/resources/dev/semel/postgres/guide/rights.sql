-- The least rights, for the roles casework_owner and casework_app in the database casework.

-- snippet: migration-rights
GRANT CREATE ON DATABASE casework TO casework_owner;
-- end snippet

-- snippet: runtime-rights
GRANT USAGE ON SCHEMA semel TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.intent TO casework_app;
GRANT SELECT, INSERT ON semel.outbox TO casework_app;
GRANT INSERT ON semel.audit, semel.recovery TO casework_app;
-- end snippet
