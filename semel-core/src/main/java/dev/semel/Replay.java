package dev.semel;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a result for later retries: all of it, a reference, or nothing. Immutable.
 *
 * @param <R> the result
 */
public sealed interface Replay<R> {
  /** Results above this size become a tombstone unless the operation says otherwise. */
  int DEFAULT_MAX_BYTES = 256 * 1024;

  /**
   * Keeps the whole result as bytes.
   *
   * @param maxBytes above it the result is not kept and a retry gets {@link Answer.NotKept}
   */
  record Full<R>(Codec<R> codec, int maxBytes) implements Replay<R> {
    public Full {
      Limits.atLeast("max bytes", maxBytes, 1);
    }

    public Full<R> upTo(int bytes) {
      return new Full<>(codec, bytes);
    }
  }

  /** Keeps a reference; a retry gets the resource as it is by then. */
  record ByReference<R>(Function<R, Reference> referenceOf, Loader<R> loader)
      implements Replay<R> {}

  /** Keeps nothing but the fact that it was executed. */
  record StatusOnly<R>() implements Replay<R> {}

  /** Must not keep the result, a one-time secret for instance; a retry is told so. */
  record NotKept<R>() implements Replay<R> {}

  /** Finds a resource again for a retry. Called without a database connection held by Semel. */
  interface Loader<R> {
    /** The resource, or null when it no longer exists. */
    @Nullable R load(Scope scope, Reference reference);
  }

  static <R> Full<R> full(Codec<R> codec) {
    return new Full<>(codec, DEFAULT_MAX_BYTES);
  }

  static <R> Replay<R> reference(Function<R, Reference> referenceOf, Loader<R> loader) {
    return new ByReference<>(referenceOf, loader);
  }

  static <R> Replay<R> statusOnly() {
    return new StatusOnly<>();
  }

  static <R> Replay<R> notKept() {
    return new NotKept<>();
  }
}
