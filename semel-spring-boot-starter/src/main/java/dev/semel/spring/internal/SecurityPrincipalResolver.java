package dev.semel.spring.internal;

import dev.semel.spring.PrincipalResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** The name of the user whom Spring Security has authenticated; a guest has none. */
public final class SecurityPrincipalResolver implements PrincipalResolver {
  private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

  @Override
  public @Nullable String principal() {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    return authentication != null && trust.isAuthenticated(authentication)
        ? authentication.getName()
        : null;
  }
}
