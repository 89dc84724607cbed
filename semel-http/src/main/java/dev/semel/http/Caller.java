package dev.semel.http;

import dev.semel.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a request, as far as keys are concerned: the same key of two callers is two intents,
 * and neither ever sees, blocks or probes the other's. Immutable.
 *
 * <p>Both parts must be stable over retries and over the rotation of credentials: an account's id,
 * never a token or a session.
 *
 * @param tenant whose data it is, 1 to {@value Scope#MAX_PART_CHARACTERS} characters
 * @param principal who asks, or null where the tenant is the only caller
 */
public record Caller(String tenant, @Nullable String principal) {
  private static final String ANONYMOUS = "(anonymous)";

  public Caller {
    // The scope knows the limits of both; what is wrong is said here, not at the first request.
    var unused = new Scope(tenant, "any", principal);
  }

  /** The only caller of a tenant. */
  public static Caller tenant(String tenant) {
    return new Caller(tenant, null);
  }

  /**
   * Returns the one caller that all callers without a name share. Whoever guesses another's key and
   * request gets that one's response.
   *
   * @param bucket the tenant in records
   */
  public static Caller anonymous(String bucket) {
    return new Caller(bucket, ANONYMOUS);
  }

  /** Says nothing of who it is: callers do not belong in logs. */
  @Override
  public String toString() {
    return "Caller";
  }
}
