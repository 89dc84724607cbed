package dev.semel.demo.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets the page load what comes from here, and nothing else: no script or style in the page itself,
 * no other host, no frame around it. Answers of the API are no pages, and are shown as they are in
 * terminals; they go without.
 */
@Component
@Order(SecurityHeaders.ORDER)
class SecurityHeaders extends OncePerRequestFilter {
  /** In front of all others, so that refusals have them too. */
  static final int ORDER = -300;

  private static final Map<String, String> OF_PAGES =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=()",
          "Referrer-Policy",
          "no-referrer",
          "X-Frame-Options",
          "DENY");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (!request.getRequestURI().startsWith("/api/")) {
      OF_PAGES.forEach(response::setHeader);
    }
    chain.doFilter(request, response);
  }
}
