package dev.semel.spi;

import dev.semel.Content;
import dev.semel.Reference;
import dev.semel.Rejection;

/** What a settled record keeps for retries. */
public sealed interface StoredAnswer {
  /** The whole result. */
  record Full(Content content) implements StoredAnswer {}

  /** A pointer to what the result was about. */
  record Referenced(Reference reference) implements StoredAnswer {}

  /** Nothing but the state. */
  record StatusOnly() implements StoredAnswer {}

  /** There was a result and it was not kept. */
  record Tombstone(String reason) implements StoredAnswer {}

  /** A no, with its code. */
  record Refusal(Rejection rejection) implements StoredAnswer {}
}
