package dev.semel.inbox;

import dev.semel.IntentId;
import dev.semel.Isolation;
import dev.semel.RetryPolicy;
import dev.semel.Scope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A consumer of messages and how it works. Its name is part of every marker: two consumers apply
 * the same message independently, and a consumer that is renamed starts anew. Immutable.
 *
 * @param name 1 to 200 characters; the same on all nodes, for ever
 * @param tenant whose audit entries and events its effects add, where a message does not say
 * @param retention how long markers are kept
 * @param retries when a transaction failed for a reason that passes
 * @param isolation of the effect's transaction
 * @param patience how long to wait for another attempt at the same message, holding no connection
 * @param guard applies messages in the order of their versions, or null
 * @param work how kept messages are worked off
 */
public record ConsumerSettings(
    String name,
    String tenant,
    MarkerRetention retention,
    RetryPolicy retries,
    Isolation isolation,
    Duration patience,
    @Nullable VersionGuard guard,
    WorkSettings work) {
  private static final Duration MAX_PATIENCE = Duration.ofMinutes(5);
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

  public ConsumerSettings {
    Checks.text("consumer name", name, Scope.MAX_PART_CHARACTERS);
    Checks.text("tenant", tenant, Scope.MAX_PART_CHARACTERS);
    Checks.between("patience", patience, Duration.ZERO, MAX_PATIENCE);
  }

  /** A consumer with the settings most keep. */
  public static ConsumerSettings named(String name, String tenant) {
    return new ConsumerSettings(
        name,
        tenant,
        MarkerRetention.standard(),
        RetryPolicy.standard(),
        Isolation.DATABASE_DEFAULT,
        DEFAULT_PATIENCE,
        null,
        WorkSettings.standard());
  }

  /** The same settings under another name: another consumer. */
  public ConsumerSettings renamed(String newName) {
    return new ConsumerSettings(
        newName, tenant, retention, retries, isolation, patience, guard, work);
  }

  public ConsumerSettings retention(MarkerRetention value) {
    return new ConsumerSettings(name, tenant, value, retries, isolation, patience, guard, work);
  }

  public ConsumerSettings retrying(RetryPolicy value) {
    return new ConsumerSettings(name, tenant, retention, value, isolation, patience, guard, work);
  }

  public ConsumerSettings isolation(Isolation value) {
    return new ConsumerSettings(name, tenant, retention, retries, value, patience, guard, work);
  }

  public ConsumerSettings patience(Duration value) {
    return new ConsumerSettings(name, tenant, retention, retries, isolation, value, guard, work);
  }

  /** Applies messages in the order of their aggregates' versions. */
  public ConsumerSettings inOrder(VersionGuard value) {
    return new ConsumerSettings(name, tenant, retention, retries, isolation, patience, value, work);
  }

  public ConsumerSettings working(WorkSettings value) {
    return new ConsumerSettings(
        name, tenant, retention, retries, isolation, patience, guard, value);
  }

  /** A message is an intent: the consumer is the operation, the source the principal. */
  public IntentId intentOf(Message message) {
    Scope scope = new Scope(tenantOf(message), name, message.id().source());
    return new IntentId(scope, message.id().id());
  }

  /** Whose a message is: its own tenant where it names one. */
  String tenantOf(Message message) {
    String named = message.tenant();
    return named == null ? tenant : named;
  }

  /** The message with its tenant named. */
  public Message withTenant(Message message) {
    return message.tenant() == null ? message.tenant(tenant) : message;
  }
}
