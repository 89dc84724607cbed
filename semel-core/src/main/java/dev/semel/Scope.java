package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * Where a key is unique: a tenant and an operation, and for public APIs also the principal who
 * calls. The same key in two scopes is two intents. The parts are kept apart everywhere; they are
 * never joined into one string.
 *
 * @param tenant whose data it is, 1 to {@value #MAX_PART_CHARACTERS} characters
 * @param operation what is done, 1 to {@value #MAX_PART_CHARACTERS} characters
 * @param principal who asks, or null where the tenant is the only caller
 */
public record Scope(String tenant, String operation, @Nullable String principal) {
  public static final int MAX_PART_CHARACTERS = 200;

  public Scope {
    Limits.text("tenant", tenant, MAX_PART_CHARACTERS);
    Limits.text("operation", operation, MAX_PART_CHARACTERS);
    if (principal != null) {
      Limits.text("principal", principal, MAX_PART_CHARACTERS);
    }
  }

  public static Scope of(String tenant, String operation) {
    return new Scope(tenant, operation, null);
  }
}
