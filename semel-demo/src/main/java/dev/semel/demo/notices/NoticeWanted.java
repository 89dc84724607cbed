package dev.semel.demo.notices;

import java.util.UUID;

/**
 * What the post is told: all it needs to send a notice, and whose it is.
 *
 * @param event what happened to the case
 */
record NoticeWanted(
    String tenant, UUID caseId, UUID noticeId, String recipient, String template, String event) {}
