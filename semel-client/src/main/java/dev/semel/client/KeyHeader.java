package dev.semel.client;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The header that carries the key. Immutable.
 *
 * @param name of the header
 * @param form how the key is written into it
 * @param leftOutOn methods that are repeatable without a key, in upper case; on these only a key
 *     that was given is sent. May be any of GET, HEAD, OPTIONS, TRACE, PUT and DELETE
 */
public record KeyHeader(String name, KeyForm form, Set<String> leftOutOn) {
  static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final Set<String> IDEMPOTENT =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  public KeyHeader {
    Limits.token("the name of the key header", name);
    leftOutOn = Set.copyOf(leftOutOn);
    if (!IDEMPOTENT.containsAll(leftOutOn)) {
      Set<String> refused = new TreeSet<>(leftOutOn);
      refused.removeAll(IDEMPOTENT);
      throw new IllegalArgumentException(
          "without a key %s cannot be retried; leave the key out on %s only"
              .formatted(refused, new TreeSet<>(IDEMPOTENT)));
    }
  }

  /** {@code Idempotency-Key}, quoted, on everything but GET, HEAD, OPTIONS and TRACE. */
  public static KeyHeader standard() {
    return new KeyHeader("Idempotency-Key", KeyForm.QUOTED, SAFE);
  }

  public KeyHeader named(String newName) {
    return new KeyHeader(newName, form, leftOutOn);
  }

  /** The key as it is, without quotes. */
  public KeyHeader bare() {
    return new KeyHeader(name, KeyForm.BARE, leftOutOn);
  }

  /** No key on these methods either. */
  public KeyHeader leavingOutOn(String... methods) {
    Set<String> more = new HashSet<>(leftOutOn);
    for (String method : methods) {
      more.add(method.toUpperCase(Locale.ROOT));
    }
    return new KeyHeader(name, form, more);
  }

  boolean isSentWith(ClientIntent intent) {
    return intent.keyGiven() || !leftOutOn.contains(intent.method());
  }
}
