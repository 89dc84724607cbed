package dev.semel.spring.internal.web;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.TenantResolver;
import dev.semel.spring.internal.SecurityPrincipalResolver;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The caller as the beans of the application know it. Without a tenant there is none; without a
 * principal there is none either, unless callers may be anonymous.
 */
public final class SpringCallers implements CallerResolver {
  private final TenantResolver tenants;
  private final @Nullable PrincipalResolver principals;
  private final boolean anonymousAllowed;

  /**
   * @param principals null if all callers are anonymous
   * @param anonymousAllowed whether callers without a principal share one
   */
  public SpringCallers(
      TenantResolver tenants, @Nullable PrincipalResolver principals, boolean anonymousAllowed) {
    this.tenants = tenants;
    this.principals = principals;
    this.anonymousAllowed = anonymousAllowed;
  }

  /** Whether requests of callers who are not logged in to Spring Security are refused. */
  boolean refusesGuests() {
    return !anonymousAllowed && principals instanceof SecurityPrincipalResolver;
  }

  @Override
  public @Nullable Caller resolve(HttpServletRequest request) {
    String tenant = tenants.tenant();
    String principal = principals == null ? null : principals.principal();
    if (tenant == null || (principal == null && !anonymousAllowed)) {
      return null;
    }
    return principal == null ? Caller.anonymous(tenant) : new Caller(tenant, principal);
  }
}
