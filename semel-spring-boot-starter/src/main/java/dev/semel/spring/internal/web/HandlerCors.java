package dev.semel.spring.internal.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Checks the origin of a protected request, and sets the CORS headers of its response, before the
 * filter processes the request. Otherwise a response that the filter gives without the handler
 * would have no CORS headers, and a browser would hide it from the page.
 *
 * <p>The check is done by the same parts of Spring that do it without Semel: {@code CorsFilter}
 * beans, which stand behind Semel's filter unless they have an order, and the interceptor that
 * Spring MVC adds to the chain of a handler for {@code @CrossOrigin} and {@code addCorsMappings}.
 * Spring adds no header a second time where a response has {@code Access-Control-Allow-Origin}, so
 * neither a filter in front nor the dispatcher behind doubles them. Safe for use by several
 * threads.
 */
final class HandlerCors {
  private static final String CHECK = HandlerCors.class.getName() + ".check";

  private final ObjectProvider<CorsFilter> filters;

  /** The check of the origin that Spring MVC does before it calls the handler. */
  private record Check(HandlerInterceptor interceptor, Object handler) {}

  HandlerCors(ObjectProvider<CorsFilter> filters) {
    this.filters = filters;
  }

  /** Keeps the check of the handler that was found for a request. */
  static void note(HttpServletRequest request, HandlerExecutionChain chain) {
    for (HandlerInterceptor interceptor : chain.getInterceptorList()) {
      if (interceptor instanceof CorsConfigurationSource) {
        request.setAttribute(CHECK, new Check(interceptor, chain.getHandler()));
        return;
      }
    }
  }

  /** Returns false if the origin is not allowed; the response says so then. */
  boolean process(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    for (CorsFilter filter : filters) {
      if (!passes(filter, request, response)) {
        return false;
      }
    }
    Object check = request.getAttribute(CHECK);
    request.removeAttribute(CHECK);
    return !(check instanceof Check found) || passes(found, request, response);
  }

  private static boolean passes(
      CorsFilter filter, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    AtomicBoolean passed = new AtomicBoolean();
    filter.doFilter(request, response, (next, answer) -> passed.set(true));
    return passed.get();
  }

  private static boolean passes(
      Check check, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    try {
      return check.interceptor().preHandle(request, response, check.handler());
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }
}
