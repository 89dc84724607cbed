package dev.semel.demo.cases;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * The case of a complaint.
 *
 * @param created whether this command opened it; if not, it was there, and is as shown
 */
public record CaseOpened(
    UUID caseId,
    String source,
    String complaintRef,
    String subject,
    CaseState state,
    long version,
    OffsetDateTime openedAt,
    boolean created) {
  CaseOpened found() {
    return new CaseOpened(caseId, source, complaintRef, subject, state, version, openedAt, false);
  }
}
