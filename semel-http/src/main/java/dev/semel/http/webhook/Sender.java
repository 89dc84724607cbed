package dev.semel.http.webhook;

import java.util.Objects;

/**
 * Who may send: how it signs, and whose data its messages are about. The two belong together, so
 * that whoever has the key of one tenant cannot send for another. Immutable.
 *
 * @param scheme how it signs
 * @param tenants whose message it is
 */
public record Sender(SignatureScheme scheme, TenantResolver tenants) {
  public Sender {
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(tenants, "tenants");
  }

  /** Has a key of its own, and sends for one tenant. */
  public static Sender forTenant(String tenant, SignatureScheme scheme) {
    Objects.requireNonNull(tenant, "tenant");
    return new Sender(scheme, message -> tenant);
  }

  /** Sends for several tenants with the same key, and says in the message for which. */
  public static Sender forTenants(TenantResolver tenants, SignatureScheme scheme) {
    return new Sender(scheme, tenants);
  }
}
