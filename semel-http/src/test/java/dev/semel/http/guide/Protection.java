package dev.semel.http.guide;

import dev.semel.http.IdempotencyFilter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

// snippet: http-registration
/** Puts the filter behind the filters that are declared, and in front of every servlet. */
record Protection(IdempotencyFilter filter) implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    FilterRegistration.Dynamic registration =
        event.getServletContext().addFilter("idempotency", filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(IdempotencyFilter.dispatcherTypes(), true, "/*");
  }
}
// end snippet
