package dev.semel.spring.internal.web;

import dev.semel.http.CallerResolver;
import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.TenantResolver;
import dev.semel.spring.UnsafeSetupException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.servlet.filter.OrderedFormContentFilter;
import org.springframework.boot.web.servlet.AbstractFilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.ServletContextInitializerBeans;
import org.springframework.core.Ordered;

/** What an application with protected handlers must have in front of them. */
public final class FilterPlace {
  private static final String SECURITY_FILTER = "securityFilterChainRegistration";
  private static final String OUR_CALLERS = "semelCallers";

  private final ListableBeanFactory beans;
  private final int order;
  private final boolean anonymousAllowed;

  /**
   * @param order of our filter
   * @param anonymousAllowed whether callers without a principal share one
   */
  public FilterPlace(ListableBeanFactory beans, int order, boolean anonymousAllowed) {
    this.beans = beans;
    this.order = order;
    this.anonymousAllowed = anonymousAllowed;
  }

  /**
   * Asked once the first protected handler is found.
   *
   * @throws UnsafeSetupException if callers cannot be told apart, or not yet where the filter is
   */
  public void check() {
    refuseUnknownCallers();
    refuseSecurityBehind();
  }

  /**
   * Whether a handler can be run twice within a request. Some containers walk a filter chain once,
   * so that no filter of the application may stand behind ours. Spring's own filter for forms reads
   * those that come by PUT and PATCH.
   */
  public boolean allowsRerun(String httpMethod) {
    return httpMethod.equals("POST")
        && new ServletContextInitializerBeans(beans)
            .stream().noneMatch(this::isFilterOfTheApplicationBehind);
  }

  private boolean isFilterOfTheApplicationBehind(ServletContextInitializer initializer) {
    return initializer instanceof AbstractFilterRegistrationBean<?> registration
        && registration.getOrder() > order
        && !(registration.getFilter() instanceof HandlerResponses)
        && !(registration.getFilter() instanceof OrderedFormContentFilter);
  }

  private void refuseUnknownCallers() {
    boolean isOwn = !List.of(beans.getBeanNamesForType(CallerResolver.class)).contains(OUR_CALLERS);
    List<String> missing = isOwn ? List.of() : missing();
    if (!missing.isEmpty()) {
      throw new UnsafeSetupException(
          "There are @Idempotent handlers, but nothing says who sends a request: there is no "
              + String.join(" and no ", missing),
          "Define a bean of type CallerResolver; or set semel.tenant (or define a TenantResolver), and use Spring Security (or define a PrincipalResolver, or set semel.http.anonymous-allowed=true if anybody may call)");
    }
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (Class<?> type : List.of(TenantResolver.class, PrincipalResolver.class)) {
      boolean isNeeded = type == TenantResolver.class || !anonymousAllowed;
      if (isNeeded && beans.getBeanNamesForType(type).length == 0) {
        missing.add(type.getSimpleName());
      }
    }
    return missing;
  }

  /** Who may not send a request must be told so before its stored answer is looked at. */
  private void refuseSecurityBehind() {
    if (!beans.containsBean(SECURITY_FILTER)) {
      return;
    }
    Object security = beans.getBean(SECURITY_FILTER);
    if (security instanceof AbstractFilterRegistrationBean<?> registration
        && registration.getOrder() >= order) {
      throw new UnsafeSetupException(
          "Spring Security's filter (order %d) stands behind Semel's (order %d), so that answers would be given to whoever asks"
              .formatted(((Ordered) registration).getOrder(), order),
          "Set spring.security.filter.order lower than semel.http.order");
    }
  }
}
