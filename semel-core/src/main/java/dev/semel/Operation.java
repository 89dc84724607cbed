package dev.semel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of command: its name, what counts of its payload, what is kept of its result, and how its
 * intents are run. Make one per command as a constant.
 *
 * <pre>{@code
 * static final Operation<OpenCase, CaseOpened> OPEN_CASE =
 *     Operation.named("open-case")
 *         .taking(json.payload(OpenCase.class))
 *         .answering(json.result(CaseOpened.class))
 *         .retainedFor(Duration.ofDays(30));
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @param <P> the payload
 * @param <R> the result
 */
public final class Operation<P, R> {
  private final String name;
  private final FingerprintRules<P> current;
  private final List<FingerprintRules<P>> older;
  private final Replay<R> replay;
  private final OperationSettings settings;

  private Operation(
      String name,
      FingerprintRules<P> current,
      List<FingerprintRules<P>> older,
      Replay<R> replay,
      OperationSettings settings) {
    this.name = name;
    this.current = current;
    this.older = List.copyOf(older);
    this.replay = replay;
    this.settings = settings;
  }

  /** The rules that fingerprints of one schema version are made by. */
  record FingerprintRules<P>(Fingerprinter<P> fingerprinter, int schemaVersion) {
    Fingerprint fingerprint(String operation, P payload) {
      return fingerprinter.fingerprint(operation, schemaVersion, payload);
    }

    boolean made(Fingerprint stored) {
      return stored.schemaVersion() == schemaVersion
          && stored.scheme().equals(fingerprinter.scheme());
    }
  }

  /** Starts an operation; the name is part of the scope of its keys and must never change. */
  public static Named named(String name) {
    return new Named(Limits.text("operation", name, Scope.MAX_PART_CHARACTERS));
  }

  /** An operation that has a name only. */
  public record Named(String name) {
    /** What of the payload makes a retry the same command. */
    public <P> Taking<P> taking(Fingerprinter<P> fingerprinter) {
      return new Taking<>(name, new FingerprintRules<>(fingerprinter, 1), List.of());
    }
  }

  /** An operation whose payload is known. */
  public static final class Taking<P> {
    private final String name;
    private final FingerprintRules<P> current;
    private final List<FingerprintRules<P>> older;

    private Taking(String name, FingerprintRules<P> current, List<FingerprintRules<P>> older) {
      this.name = name;
      this.current = current;
      this.older = older;
    }

    /** The version of the command's schema; it counts in the fingerprint. 1 unless told. */
    public Taking<P> schemaVersion(int version) {
      return new Taking<>(name, new FingerprintRules<>(current.fingerprinter, version), older);
    }

    /**
     * How an earlier version of this program made fingerprints, so that retries that cross the
     * deployment still match: an older schema version, other selected fields, a rotated secret.
     */
    public Taking<P> formerly(int schemaVersion, Fingerprinter<P> fingerprinter) {
      List<FingerprintRules<P>> more = new ArrayList<>(older);
      more.add(new FingerprintRules<>(fingerprinter, schemaVersion));
      return new Taking<>(name, current, List.copyOf(more));
    }

    /** Keeps the whole result and replays it byte for byte. */
    public <R> Operation<P, R> answering(Codec<R> codec) {
      return answering(Replay.full(codec));
    }

    /** Keeps of the result what {@code replay} says. */
    public <R> Operation<P, R> answering(Replay<R> replay) {
      return new Operation<>(name, current, older, replay, OperationSettings.standard());
    }

    /** There is no result. */
    public Operation<P, Done> answeringNothing() {
      return answering(Replay.full(DoneCodec.INSTANCE));
    }
  }

  private Operation<P, R> with(OperationSettings changed) {
    return new Operation<>(name, current, older, replay, changed);
  }

  /** How long a settled record answers retries. {@link Retention#DEFAULT_PERIOD} unless told. */
  public Operation<P, R> retainedFor(Duration period) {
    return with(settings.with(Retention.of(period)));
  }

  /** As {@link #retainedFor}, with the choice of for ever. */
  public Operation<P, R> retained(Retention retention) {
    return with(settings.with(retention));
  }

  /** What a duplicate does while the first attempt runs. Refused at once unless told. */
  public Operation<P, R> duplicates(Duplicates duplicates) {
    return with(settings.with(duplicates));
  }

  /** Whether a business no is stored. Stored unless told. */
  public Operation<P, R> rejections(Rejections rejections) {
    return with(settings.with(rejections));
  }

  /** The isolation of the effect's transaction. The database's default unless told. */
  public Operation<P, R> isolation(Isolation isolation) {
    return with(settings.with(isolation));
  }

  /** How transactions are retried. {@link RetryPolicy#standard()} unless told. */
  public Operation<P, R> retrying(RetryPolicy policy) {
    return with(settings.with(policy));
  }

  /**
   * Declares a unique constraint of the business: when an effect violates it, the thing exists
   * already, and the caller is told so by a rejection with this code. A violation of any other
   * unique constraint is taken for a bug.
   */
  public Operation<P, R> alreadyExists(String constraint, String rejectionCode) {
    return with(settings.withAlreadyExists(constraint, new Rejection(rejectionCode, "").code()));
  }

  /**
   * Names what a caller wants done once.
   *
   * @param tenant whose data it is
   * @param key the caller's id for this command, the same on every retry
   * @param payload the command; a retry must carry the same
   */
  public Intent<R> intent(String tenant, String key, P payload) {
    return new Intent<>(
        this,
        IntentId.of(tenant, name, key),
        current.fingerprint(name, payload),
        stored -> matchesFormerRules(stored, payload));
  }

  private boolean matchesFormerRules(Fingerprint stored, P payload) {
    return older.stream()
        .filter(rules -> rules.made(stored))
        .anyMatch(rules -> rules.fingerprint(name, payload).equals(stored));
  }

  public String name() {
    return name;
  }

  public Replay<R> replay() {
    return replay;
  }

  public OperationSettings settings() {
    return settings;
  }

  @Override
  public String toString() {
    return "Operation[" + name + "]";
  }
}

/** Writes the result of a command that has none: no bytes. */
enum DoneCodec implements Codec<Done> {
  INSTANCE;

  @Override
  public String contentType() {
    return "application/octet-stream";
  }

  @Override
  public int schemaVersion() {
    return 1;
  }

  @Override
  public byte[] encode(Done result) {
    return new byte[0];
  }

  @Override
  public Done decode(Content content) {
    return Done.DONE;
  }
}
