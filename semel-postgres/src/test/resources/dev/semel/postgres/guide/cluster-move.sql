-- Moving to another cluster by logical replication.

-- snippet: move-publication
CREATE PUBLICATION semel_move FOR TABLES IN SCHEMA semel;
-- end snippet

-- snippet: move-subscription
CREATE SUBSCRIPTION semel_move CONNECTION 'host=blue dbname=casework user=replicator' PUBLICATION semel_move;
-- end snippet

-- snippet: move-copied
SELECT bool_and(srsubstate = 'r') FROM pg_subscription_rel;
-- end snippet

-- snippet: move-end
SELECT pg_current_wal_lsn();
-- end snippet

-- snippet: move-caught-up
SELECT bool_and(replay_lsn >= '0/15E3A10') FROM pg_stat_replication;
-- end snippet

-- snippet: move-drop
DROP SUBSCRIPTION semel_move;
-- end snippet
