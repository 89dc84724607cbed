package dev.semel.spring.internal.web;

import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.TenantResolver;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The caller as the beans of the application know it; none if either part is missing. */
public final class SpringCallers implements CallerResolver {
  private final TenantResolver tenants;
  private final PrincipalResolver principals;

  public SpringCallers(TenantResolver tenants, PrincipalResolver principals) {
    this.tenants = tenants;
    this.principals = principals;
  }

  @Override
  public @Nullable Caller resolve(HttpServletRequest request) {
    String tenant = tenants.tenant();
    String principal = principals.principal();
    return tenant == null || principal == null ? null : new Caller(tenant, principal);
  }
}
