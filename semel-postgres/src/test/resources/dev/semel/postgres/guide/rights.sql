-- The least rights, for the roles casework_owner, casework_app and casework_relay.

-- snippet: migration-rights
CREATE SCHEMA semel AUTHORIZATION casework_owner;
-- end snippet

-- snippet: runtime-rights
GRANT USAGE ON SCHEMA semel TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.intent TO casework_app;
GRANT EXECUTE ON FUNCTION semel.intent_fits TO casework_app;
GRANT SELECT, INSERT ON semel.outbox TO casework_app;
GRANT INSERT ON semel.audit TO casework_app;
GRANT INSERT ON semel.recovery TO casework_app;
-- end snippet

-- snippet: relay-rights
GRANT USAGE ON SCHEMA semel TO casework_relay;
GRANT SELECT ON semel.outbox TO casework_relay;
GRANT SELECT ON SEQUENCE semel.outbox_seq_seq TO casework_relay;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_shard TO casework_relay;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_node TO casework_relay;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_held TO casework_relay;
GRANT INSERT ON semel.relay_decision TO casework_relay;
-- end snippet

-- snippet: relay-purge-rights
GRANT USAGE ON SCHEMA semel TO casework_relay;
GRANT UPDATE, DELETE ON semel.outbox TO casework_relay;
-- end snippet

-- snippet: relay-adopt-rights
GRANT INSERT, UPDATE, DELETE ON semel.outbox TO casework_relay;
GRANT UPDATE ON SEQUENCE semel.outbox_seq_seq TO casework_relay;
-- end snippet

-- snippet: inbox-rights
GRANT USAGE ON SCHEMA semel TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.inbox TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.inbox_message TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.inbox_violation TO casework_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.inbox_version TO casework_app;
-- end snippet
