package dev.semel.testing.pgbouncer;

/** PgBouncer's setting {@code pool_mode}: when a server connection goes back to the pool. */
public enum PoolMode {
  /** When the client disconnects. */
  SESSION("session"),
  /** When the client's transaction ends. */
  TRANSACTION("transaction");

  private final String setting;

  PoolMode(String setting) {
    this.setting = setting;
  }

  String setting() {
    return setting;
  }
}
