package dev.semel.demo.cases;

/** Where a case can be. The table's {@code complaint_case_state} says the same. */
public enum CaseState {
  OPEN,
  ESCALATED,
  APPROVED,
  CLOSED
}
