package dev.semel.http.internal;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the body and hands it on, as the idempotency filter does. */
final class BufferingFilter extends HttpFilter {
  static final long MAX_BYTES = 100_000;
  static final int MEMORY_BYTES = 1000;

  private static final int RESPONSE_BUFFER_BYTES = 1024 * 1024;
  private static final long serialVersionUID = 1L;

  private final transient Path spoolTo;
  private final int passes;

  BufferingFilter(Path spoolTo) {
    this(spoolTo, 1);
  }

  /**
   * @param passes how often the rest of the chain runs, each time with a fresh request
   */
  BufferingFilter(Path spoolTo, int passes) {
    this.spoolTo = spoolTo;
    this.passes = passes;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    // Answers that will not be sent must fit into it.
    response.setBufferSize(RESPONSE_BUFFER_BYTES);
    RequestBody body = RequestBody.read(request, MAX_BYTES, MEMORY_BYTES, spoolTo);
    try {
      run(request, body, response, chain);
    } finally {
      closeAtTheEnd(request, body);
    }
  }

  private void run(
      HttpServletRequest request, RequestBody body, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    chain.doFilter(new BufferedRequest(request, body), response);
    for (int pass = 1; pass < passes; pass++) {
      response.resetBuffer();
      chain.doFilter(new BufferedRequest(request, body), response);
    }
  }

  private static void closeAtTheEnd(HttpServletRequest request, RequestBody body)
      throws IOException {
    if (request.isAsyncStarted()) {
      request.getAsyncContext().addListener(new ClosingListener(body));
    } else {
      body.close();
    }
  }

  /** Lets go of the body at the end of an asynchronous request. */
  private record ClosingListener(RequestBody body) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) throws IOException {
      body.close();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
