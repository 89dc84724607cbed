package dev.semel.http.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The request of a transactional route. It refuses to answer asynchronously: the transaction
 * belongs to the thread that runs the handler and ends when it returns.
 */
final class TransactionalRequest extends HandlerRequest {
  private boolean askedForAsync;

  TransactionalRequest(HttpServletRequest request, RequestBody body, CapturedResponse captured) {
    super(request, body, captured);
  }

  /** Whether the handler tried, whatever it then did with the refusal. */
  boolean askedForAsync() {
    return askedForAsync;
  }

  @Override
  public AsyncContext startAsync() {
    throw refusal();
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
    throw refusal();
  }

  IllegalStateException refusal() {
    askedForAsync = true;
    return new IllegalStateException(
        "a transactional route cannot answer asynchronously: its transaction ends when the handler"
            + " returns. Answer on the calling thread, or make the route leased");
  }
}
