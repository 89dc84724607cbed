package dev.semel.demo.cases;

import dev.semel.demo.problems.Refusal;
import java.util.UUID;

/** A case whose row this transaction has locked, so that it stays as it is. */
public record LockedCase(UUID caseId, CaseState state, long version) {
  LockedCase mustNotBeClosed() {
    if (state == CaseState.CLOSED) {
      throw Refusal.CASE_STATE_CONFLICT.because("the case is CLOSED; reopen it first");
    }
    return this;
  }
}
