package dev.semel.demo.notes;

import java.util.UUID;

/**
 * The case has the note.
 *
 * @param version of the case
 */
public record NoteAdded(UUID caseId, UUID noteId, long version) {}
