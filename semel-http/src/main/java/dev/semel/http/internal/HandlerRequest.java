package dev.semel.http.internal;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpUpgradeHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The request as a handler sees it, whatever the mode of its route. */
abstract class HandlerRequest extends BufferedRequest {
  final CapturedResponse captured;

  HandlerRequest(HttpServletRequest request, RequestBody body, CapturedResponse captured) {
    super(request, body);
    this.captured = captured;
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
