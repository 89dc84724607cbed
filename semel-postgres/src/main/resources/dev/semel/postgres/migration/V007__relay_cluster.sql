-- A position is made of transaction ids and sequence values, which have a meaning in one cluster only.
ALTER TABLE relay_shard
  ADD COLUMN system_identifier bigint,
  ADD COLUMN outbox_oid oid;

COMMENT ON COLUMN relay_shard.system_identifier IS 'The cluster that the position belongs to; null if it is not known';
COMMENT ON COLUMN relay_shard.outbox_oid IS 'The table outbox that the position belongs to; null if it is not known';

-- Decisions about a shard name no event.
ALTER TABLE relay_decision
  ALTER COLUMN event_id DROP NOT NULL,
  ADD COLUMN shard integer,
  DROP CONSTRAINT relay_decision_decision,
  ADD CONSTRAINT relay_decision_decision CHECK (decision IN ('REDRIVEN', 'DISCARDED', 'FREED')),
  ADD CONSTRAINT relay_decision_subject CHECK (
    num_nulls(event_id, shard) = 1 AND (shard IS NOT NULL) = (decision = 'FREED'));

COMMENT ON COLUMN relay_decision.event_id IS 'The event; null if a shard was freed';
COMMENT ON COLUMN relay_decision.shard IS 'The shard that was freed; null if the decision was about an event';
COMMENT ON COLUMN relay_decision.decision IS 'REDRIVEN, DISCARDED or FREED';
