package dev.semel.internal;

import dev.semel.Answer;
import dev.semel.Content;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Replay;
import dev.semel.Scope;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;

/** Turns a result into what is stored of it, and what is stored into what a retry is told. */
public final class Answers {
  private Answers() {}

  public static <R> StoredOutcome keep(Operation<?, R> operation, R result) {
    return StoredOutcome.executed(kept(operation.replay(), result));
  }

  private static <R> StoredAnswer kept(Replay<R> replay, R result) {
    if (replay instanceof Replay.Full<R> full) {
      return keptInFull(full, result);
    }
    if (replay instanceof Replay.ByReference<R> byReference) {
      return new StoredAnswer.Referenced(byReference.referenceOf().apply(result));
    }
    if (replay instanceof Replay.StatusOnly<R>) {
      return new StoredAnswer.StatusOnly();
    }
    return new StoredAnswer.Tombstone("its operation keeps no results");
  }

  private static <R> StoredAnswer keptInFull(Replay.Full<R> full, R result) {
    long minBytes = full.codec().minBytes(result);
    if (minBytes > full.maxBytes()) {
      return tooLarge(minBytes, full.maxBytes());
    }
    byte[] bytes = full.codec().encode(result);
    if (bytes.length > full.maxBytes()) {
      return tooLarge(bytes.length, full.maxBytes());
    }
    return new StoredAnswer.Full(
        new Content(full.codec().contentType(), full.codec().schemaVersion(), bytes));
  }

  private static StoredAnswer tooLarge(long bytes, int maxBytes) {
    return new StoredAnswer.Tombstone(
        "%d bytes are more than the %d that are kept".formatted(bytes, maxBytes));
  }

  static <R> Outcome<R> tell(Operation<?, R> operation, Scope scope, StoredOutcome stored) {
    if (stored.answer() instanceof StoredAnswer.Refusal refusal) {
      return new Outcome.Rejected<>(refusal.rejection(), true);
    }
    return new Outcome.Replayed<>(answer(operation, scope, stored.answer()));
  }

  private static <R> Answer<R> answer(Operation<?, R> operation, Scope scope, StoredAnswer stored) {
    if (stored instanceof StoredAnswer.Full full) {
      return fromContent(operation.replay(), full.content());
    }
    if (stored instanceof StoredAnswer.Referenced referenced) {
      return fromReference(operation.replay(), scope, referenced);
    }
    if (stored instanceof StoredAnswer.Tombstone tombstone) {
      return new Answer.NotKept<>(tombstone.reason());
    }
    return new Answer.StatusOnly<>();
  }

  private static <R> Answer<R> fromContent(Replay<R> replay, Content content) {
    if (replay instanceof Replay.Full<R> full) {
      return new Answer.Full<>(full.codec().decode(content));
    }
    return new Answer.NotKept<>("its operation no longer reads full results");
  }

  private static <R> Answer<R> fromReference(
      Replay<R> replay, Scope scope, StoredAnswer.Referenced stored) {
    if (replay instanceof Replay.ByReference<R> byReference) {
      return new Answer.Referenced<>(
          stored.reference(), byReference.loader().load(scope, stored.reference()));
    }
    return new Answer.Referenced<>(stored.reference(), null);
  }
}
