package dev.semel.spring.internal.web;

import dev.semel.http.Idempotency;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Looks at responses right behind the filter that protects requests. A caller who is told that the
 * request is done must not have its effect undone, also if a filter in front of Spring MVC
 * answered. An error page is rendered here, so that it is stored and a replay is the same.
 */
public final class HandlerResponses implements Filter {
  private static final int CLIENT_ERRORS = 400;

  private final ErrorPages pages;

  public HandlerResponses(ErrorPages pages) {
    this.pages = pages;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest asked
        && response instanceof HttpServletResponse answer) {
      if (Idempotency.intentOf(asked) != null && HandlerRoutes.isTransactional(asked)) {
        pages.doFilter(asked, answer, chain);
      } else {
        chain.doFilter(request, response);
      }
      if (answer.getStatus() < CLIENT_ERRORS) {
        Idempotency.begin(request);
      }
    } else {
      chain.doFilter(request, response);
    }
  }
}
