package dev.semel.inbox;

import dev.semel.SemelException;

/** Versions of an aggregate are missing, and nothing filled the gap. Nothing was applied. */
public final class VersionGapException extends SemelException {
  private static final long serialVersionUID = 1L;

  public VersionGapException(String message) {
    super(message);
  }
}
