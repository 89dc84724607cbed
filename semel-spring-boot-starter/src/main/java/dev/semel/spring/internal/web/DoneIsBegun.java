package dev.semel.spring.internal.web;

import dev.semel.http.Idempotency;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands right behind the filter that protects requests. Whoever tells a caller that it is done has
 * begun, also if it was no handler of Spring MVC but a filter in front of it: its effect must not
 * be undone.
 */
public final class DoneIsBegun implements Filter {
  private static final int CLIENT_ERRORS = 400;

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(request, response);
    if (response instanceof HttpServletResponse answer && answer.getStatus() < CLIENT_ERRORS) {
      Idempotency.begin(request);
    }
  }
}
