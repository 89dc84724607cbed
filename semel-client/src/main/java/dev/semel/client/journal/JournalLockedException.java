package dev.semel.client.journal;

import java.nio.file.Path;

/** The folder of the journal is in use. */
public final class JournalLockedException extends JournalException {
  private static final long serialVersionUID = 1L;

  JournalLockedException(Path folder) {
    super(
        "the journal in %s is open already, in another process or in this one; close it there, or give each process a folder of its own"
            .formatted(folder));
  }
}
