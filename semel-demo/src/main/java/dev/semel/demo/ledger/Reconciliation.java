package dev.semel.demo.ledger;

/**
 * Whether the books are right, computed from all rows.
 *
 * @param unbalancedPostings those whose two sides differ
 * @param postingsWithoutEvent those that no event tells of
 */
public record Reconciliation(long unbalancedPostings, long postingsWithoutEvent) {
  public boolean isBalanced() {
    return unbalancedPostings == 0 && postingsWithoutEvent == 0;
  }
}
