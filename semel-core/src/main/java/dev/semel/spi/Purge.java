package dev.semel.spi;

/**
 * Removes what has expired. Any number of nodes may purge at once; they do not wait for each other.
 */
public interface Purge {
  /**
   * Removes up to {@code maxRecords} records whose retention has ended, in one transaction. Records
   * that are running, leased or unknown have no retention and are never removed.
   *
   * @return how many were removed; fewer than asked means that there is nothing more to remove now
   */
  int purgeBatch(int maxRecords);
}
