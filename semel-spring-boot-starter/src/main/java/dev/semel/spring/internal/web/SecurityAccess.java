package dev.semel.spring.internal.web;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;

/** The rules of Spring Security's filter chains. */
public final class SecurityAccess implements GuestCheck.Access {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityAccess.class);
  private static final Authentication GUEST =
      new AnonymousAuthenticationToken(
          "semel", "anonymousUser", List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS")));

  private final ObjectProvider<WebInvocationPrivilegeEvaluator> rules;

  /**
   * @param rules all that must let a request through; none if there are no filter chains
   */
  public SecurityAccess(ObjectProvider<WebInvocationPrivilegeEvaluator> rules) {
    this.rules = rules;
  }

  /** Rules that need more of a request than its path are taken to ask for a login. */
  @Override
  public boolean isOpen(String httpMethod, String path) {
    try {
      return rules.stream().allMatch(rule -> rule.isAllowed("", path, httpMethod, GUEST));
    } catch (RuntimeException needsMore) {
      LOG.debug("the access to {} {} cannot be found out at start", httpMethod, path, needsMore);
      return false;
    }
  }
}
