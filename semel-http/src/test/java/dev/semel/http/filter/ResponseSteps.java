package dev.semel.http.filter;

import dev.semel.IntentId;
import dev.semel.spi.Boundary;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Notes in which order an outcome is settled and its response is written, each once. */
final class ResponseSteps implements Filter, Boundary.Observer {
  static final String SETTLED = "settled";
  static final String WRITTEN = "written";

  private final Set<String> steps = Collections.synchronizedSet(new LinkedHashSet<>());

  @Override
  public void reached(Boundary boundary, IntentId intent) {
    if (boundary == Boundary.AFTER_SETTLE) {
      steps.add(SETTLED);
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(
        request,
        new HttpServletResponseWrapper((HttpServletResponse) response) {
          @Override
          public ServletOutputStream getOutputStream() throws IOException {
            steps.add(WRITTEN);
            return super.getOutputStream();
          }
        });
  }

  Set<String> inOrder() {
    return steps;
  }
}
