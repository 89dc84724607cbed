package dev.semel.spring.internal.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.error.ErrorPageRegistrar;
import org.springframework.util.function.SingletonSupplier;

/**
 * Renders the error page of a protected request whose handler called {@code sendError} with a 4xx
 * status. The container would render it after the filter, anew for each replay, with another
 * timestamp. Safe for use by several threads.
 */
public final class ErrorPages {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorPages.class);
  private static final String RENDERING = ErrorPages.class.getName() + ".rendering";
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;

  private final Supplier<List<ErrorPage>> pages;

  public ErrorPages(ObjectProvider<ErrorPageRegistrar> registrars) {
    this.pages = SingletonSupplier.of(() -> registered(registrars));
  }

  private static List<ErrorPage> registered(ObjectProvider<ErrorPageRegistrar> registrars) {
    List<ErrorPage> pages = new ArrayList<>();
    registrars
        .orderedStream()
        .forEach(registrar -> registrar.registerErrorPages(added -> pages.addAll(List.of(added))));
    return List.copyOf(pages);
  }

  /** Returns whether a request is being dispatched to an error page, and not to a handler. */
  static boolean isRendering(HttpServletRequest request) {
    return request.getAttribute(RENDERING) != null;
  }

  void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    ErrorResponse answer = new ErrorResponse(response);
    chain.doFilter(request, answer);
    SentError error = answer.error;
    if (error == null) {
      return;
    }
    String path = pathFor(error.status());
    if (path == null || !render(path, error, request, answer)) {
      error.restore(response);
      response.sendError(error.status(), error.message());
    }
  }

  private @Nullable String pathFor(int status) {
    if (status < CLIENT_ERRORS || status >= SERVER_ERRORS) {
      return null;
    }
    String path = null;
    for (ErrorPage page : pages.get()) {
      if (page.getStatusCode() == status) {
        return page.getPath();
      }
      path = page.isGlobal() ? page.getPath() : path;
    }
    return path;
  }

  private static boolean render(
      String path, SentError error, HttpServletRequest request, ErrorResponse answer) {
    RequestDispatcher page = request.getRequestDispatcher(path);
    if (page == null) {
      return false;
    }
    Map<String, Object> attributes = error.attributes(request);
    attributes.forEach(request::setAttribute);
    error.restore(answer.response);
    answer.error = null;
    try {
      page.forward(request, answer);
      return answer.error == null;
    } catch (IOException | ServletException | RuntimeException failure) {
      LOG.warn("The error page {} failed, so the container's own is used", path, failure);
      return false;
    } finally {
      attributes.keySet().forEach(request::removeAttribute);
    }
  }

  /** An error that a handler sent, with the headers that it had set. */
  private record SentError(int status, String message, Map<String, List<String>> headers) {
    static SentError of(int status, @Nullable String message, HttpServletResponse response) {
      Map<String, List<String>> headers = new LinkedHashMap<>();
      response
          .getHeaderNames()
          .forEach(name -> headers.put(name, List.copyOf(response.getHeaders(name))));
      return new SentError(status, message == null ? "" : message, headers);
    }

    /** Those that a container gives its error pages. */
    Map<String, Object> attributes(HttpServletRequest request) {
      return Map.of(
          RENDERING,
          true,
          RequestDispatcher.ERROR_STATUS_CODE,
          status,
          RequestDispatcher.ERROR_MESSAGE,
          message,
          RequestDispatcher.ERROR_REQUEST_URI,
          request.getRequestURI());
    }

    /** Removes what was written. */
    void restore(HttpServletResponse response) {
      response.reset();
      headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
      response.setStatus(status);
    }
  }

  /** A response that notes the error which its handler sends. */
  private static final class ErrorResponse extends HttpServletResponseWrapper {
    private final HttpServletResponse response;
    private @Nullable SentError error;

    ErrorResponse(HttpServletResponse response) {
      super(response);
      this.response = response;
    }

    @Override
    public void sendError(int status) throws IOException {
      sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
      if (status < CLIENT_ERRORS) {
        super.sendError(status, message);
      } else {
        response.resetBuffer();
        response.setStatus(status);
        error = SentError.of(status, message, response);
      }
    }

    @Override
    public boolean isCommitted() {
      return error != null || super.isCommitted();
    }

    /** As if nothing had been answered yet. */
    @Override
    public void reset() {
      error = null;
      super.reset();
    }
  }
}
