package dev.semel.http.guide;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;

/** Stands for the authentication of an application: whoever has a name is let in. */
final class Login extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final String BEARER = "Bearer ";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String authorization = request.getHeader("Authorization");
    if (authorization == null || !authorization.startsWith(BEARER)) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      return;
    }
    String name = authorization.substring(BEARER.length());
    chain.doFilter(
        new HttpServletRequestWrapper(request) {
          @Override
          public Principal getUserPrincipal() {
            return () -> name;
          }
        },
        response);
  }
}
