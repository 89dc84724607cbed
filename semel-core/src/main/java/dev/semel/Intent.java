package dev.semel;

import java.util.function.Predicate;

/**
 * What a caller wants done once: scope, key and fingerprint. It names the command, not the try:
 * every retry makes an equal intent. Immutable.
 *
 * @param <R> the result of the command
 */
public final class Intent<R> {
  private final Operation<?, R> operation;
  private final IntentId id;
  private final Fingerprint fingerprint;
  private final Predicate<Fingerprint> matchesFormerRules;

  Intent(
      Operation<?, R> operation,
      IntentId id,
      Fingerprint fingerprint,
      Predicate<Fingerprint> matchesFormerRules) {
    this.operation = operation;
    this.id = id;
    this.fingerprint = fingerprint;
    this.matchesFormerRules = matchesFormerRules;
  }

  /** The same command asked by one of the tenant's principals: another scope, another intent. */
  public Intent<R> onBehalfOf(String principal) {
    Scope scope = new Scope(id.scope().tenant(), id.scope().operation(), principal);
    return new Intent<>(operation, new IntentId(scope, id.key()), fingerprint, matchesFormerRules);
  }

  /** Returns the same intent, with another policy for duplicates than its operation has. */
  public Intent<R> duplicates(Duplicates duplicates) {
    return new Intent<>(operation.duplicates(duplicates), id, fingerprint, matchesFormerRules);
  }

  public Operation<?, R> operation() {
    return operation;
  }

  public IntentId id() {
    return id;
  }

  public Fingerprint fingerprint() {
    return fingerprint;
  }

  /**
   * Whether a stored fingerprint is that of the same command. One made by older rules is compared
   * by those; one made by rules nobody here knows does not match, because a visible refusal does
   * less harm than a wrong answer.
   */
  public boolean matches(Fingerprint stored) {
    return fingerprint.sameRules(stored)
        ? fingerprint.equals(stored)
        : matchesFormerRules.test(stored);
  }

  @Override
  public String toString() {
    return "Intent[" + id + ", " + fingerprint + "]";
  }
}
