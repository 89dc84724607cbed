package dev.semel.http.internal;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request as a handler sees it, whatever the mode of its route. */
abstract class HandlerRequest extends BufferedRequest {
  final CapturedResponse captured;

  HandlerRequest(HttpServletRequest request, RequestBody body, CapturedResponse captured) {
    super(request, body);
    this.captured = captured;
  }

  /**
   * Hides which compression the client accepts: a stored response must be readable for a retry that
   * accepts none. Compress in front of the filter.
   */
  @Override
  public @Nullable String getHeader(String name) {
    return isHidden(name) ? null : super.getHeader(name);
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    return isHidden(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
  }

  @Override
  public Enumeration<String> getHeaderNames() {
    List<String> names = Collections.list(super.getHeaderNames());
    names.removeIf(HandlerRequest::isHidden);
    return Collections.enumeration(names);
  }

  private static boolean isHidden(String name) {
    return name.equalsIgnoreCase("Accept-Encoding");
  }

  /** A connection that speaks another protocol afterwards has no response that could be kept. */
  @Override
  public <T extends HttpUpgradeHandler> T upgrade(Class<T> handlerClass) {
    throw new IllegalStateException(
        "a protected route cannot upgrade its connection; take its route out of the filter");
  }

  @Override
  public @Nullable RequestDispatcher getRequestDispatcher(String path) {
    RequestDispatcher dispatcher = super.getRequestDispatcher(path);
    return dispatcher == null ? null : new CapturedDispatcher(dispatcher, captured);
  }

  /** Tells the captured response of forwards; why, it says itself. */
  private record CapturedDispatcher(RequestDispatcher dispatcher, CapturedResponse captured)
      implements RequestDispatcher {
    @Override
    public void forward(ServletRequest request, ServletResponse response)
        throws ServletException, IOException {
      // Jetty resets its own response only.
      captured.resetBuffer();
      captured.forwarding(true);
      try {
        dispatcher.forward(request, response);
      } finally {
        captured.forwarding(false);
      }
    }

    @Override
    public void include(ServletRequest request, ServletResponse response)
        throws ServletException, IOException {
      int forwards = captured.suspendForwards();
      try {
        dispatcher.include(request, response);
      } finally {
        captured.resumeForwards(forwards);
      }
    }
  }
}
