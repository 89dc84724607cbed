package dev.semel.demo.cases;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case in a list.
 *
 * @param officer its primary officer; null if it has none
 */
public record CaseSummary(
    UUID caseId,
    String source,
    String complaintRef,
    String subject,
    CaseState state,
    long version,
    @Nullable String officer,
    OffsetDateTime openedAt,
    OffsetDateTime updatedAt) {}
