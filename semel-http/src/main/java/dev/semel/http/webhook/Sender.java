package dev.semel.http.webhook;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who may send: how it signs, and whose data its messages are about. The two belong together, so
 * that whoever has the key of one tenant cannot send for another. Immutable.
 *
 * @param scheme how it signs
 * @param tenants whose message it is
 * @param name part of the scope of its message ids; null if it shares them with the other senders
 *     of its source and tenant
 */
public record Sender(SignatureScheme scheme, TenantResolver tenants, @Nullable String name) {
  public Sender {
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(tenants, "tenants");
  }

  /** Has a key of its own, and sends for one tenant. */
  public static Sender forTenant(String tenant, SignatureScheme scheme) {
    Objects.requireNonNull(tenant, "tenant");
    return new Sender(scheme, message -> tenant, null);
  }

  /** Sends for several tenants with the same key, and says in the message for which. */
  public static Sender forTenants(TenantResolver tenants, SignatureScheme scheme) {
    return new Sender(scheme, tenants, null);
  }

  /**
   * One of several senders of the same tenant at one receiver, each of which chooses ids of its
   * own. The name is stored: never change it.
   */
  public Sender named(String newName) {
    return new Sender(scheme, tenants, Objects.requireNonNull(newName, "name"));
  }
}
