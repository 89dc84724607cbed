-- snippet: webhook-out-rights
GRANT SELECT, INSERT ON semel.webhook_endpoint TO casework_relay;
GRANT SELECT, INSERT, DELETE ON semel.webhook_failing TO casework_relay;
-- end snippet
