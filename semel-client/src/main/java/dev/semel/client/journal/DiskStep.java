package dev.semel.client.journal;

/** The steps by which the journal writes. Tests stop the process before each of them. */
enum DiskStep {
  WRITE_REQUEST,
  FORCE_REQUEST,
  RENAME_REQUEST,
  FORCE_FOLDER,
  WRITE_EVENT,
  FORCE_EVENT,
  DELETE_ENTRY
}
