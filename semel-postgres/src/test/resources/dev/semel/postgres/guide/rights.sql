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

-- snippet: relay-rights
GRANT USAGE ON SCHEMA semel TO casework_relay;
GRANT SELECT ON semel.outbox, semel.outbox_seq_seq TO casework_relay;
GRANT SELECT, INSERT, UPDATE, DELETE ON semel.relay_shard, semel.relay_node, semel.relay_held TO casework_relay;
GRANT INSERT ON semel.relay_decision TO casework_relay;
-- end snippet

-- snippet: relay-purge-rights
GRANT UPDATE, DELETE ON semel.outbox TO casework_relay;
-- end snippet

-- snippet: inbox-rights
GRANT SELECT, INSERT, UPDATE, DELETE
  ON semel.inbox, semel.inbox_message, semel.inbox_violation, semel.inbox_version TO casework_app;
-- end snippet
