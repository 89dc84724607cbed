package dev.semel.spi;

/** A place between two steps of the protocol, at which a process can die. */
public enum Boundary {
  BEFORE_CLAIM,
  AFTER_CLAIM,
  BEFORE_SETTLE,
  AFTER_SETTLE,
  AFTER_UNDO,
  BEFORE_LEASE_CLAIM,
  AFTER_LEASE_CLAIM,
  BEFORE_RECOVERY,
  AFTER_RECOVERY;

  /** Is told when an attempt reaches a boundary; tests hold races open or crash there. */
  @FunctionalInterface
  public interface Observer {
    void reached(Boundary boundary, dev.semel.IntentId intent);

    /** Lets everything pass. */
    static Observer none() {
      return (boundary, intent) -> {};
    }
  }
}
