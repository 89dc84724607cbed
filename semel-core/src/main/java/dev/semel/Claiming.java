package dev.semel;

/** When an attempt finds out whether it may run. */
public enum Claiming {
  /**
   * Before the effect. A duplicate learns in one round trip that the intent is settled or in
   * progress, runs nothing and waits for nothing inside the database.
   */
  BEFORE_EFFECT,

  /**
   * At the end, when the record is inserted: one round trip less for a fresh intent. A duplicate on
   * another node runs its effect too, possibly waits inside the database for the first to commit,
   * and is then rolled back and answered with the stored outcome. An effect that ends its
   * transaction by {@code COMMIT} as SQL is not found out. For short effects that are rarely
   * retried.
   */
  AFTER_EFFECT
}
