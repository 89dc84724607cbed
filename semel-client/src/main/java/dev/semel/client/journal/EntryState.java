package dev.semel.client.journal;

/** How far an entry of the journal has come. */
public enum EntryState {
  /** Written down; no attempt may have reached the server. */
  RECORDED,
  /** An attempt may have reached the server. */
  ATTEMPTED,
  /** Settled, and no longer in the journal. */
  FINISHED
}
