package dev.semel.demo.notices;

import java.util.UUID;

/**
 * The notice is on its way.
 *
 * @param version of the case
 * @param created whether this command asked for it; if not, it was asked for before
 */
public record NoticeRequested(UUID caseId, UUID noticeId, long version, boolean created) {}
