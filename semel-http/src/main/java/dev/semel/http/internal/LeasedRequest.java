package dev.semel.http.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The request of a leased route. A handler may answer asynchronously: it then works on the captured
 * response, and the filter learns when it has completed it.
 */
final class LeasedRequest extends HandlerRequest {
  private final Runnable beforeCompletion;
  private final AsyncListener ending;
  private volatile @Nullable CapturedAsync async;

  /**
   * @param beforeCompletion is run when the handler completes its response, before the container
   *     ends it
   * @param ending hears of the container's end of it
   */
  LeasedRequest(
      HttpServletRequest request,
      RequestBody body,
      CapturedResponse captured,
      Runnable beforeCompletion,
      AsyncListener ending) {
    super(request, body, captured);
    this.beforeCompletion = beforeCompletion;
    this.ending = ending;
  }

  /** Not on the container's own objects, which this form would mean otherwise. */
  @Override
  public AsyncContext startAsync() {
    return startAsync(this, captured);
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
    AsyncContext container = super.startAsync(request, response);
    container.addListener(ending);
    CapturedAsync started = new CapturedAsync(container, beforeCompletion);
    async = started;
    return started;
  }

  @Override
  public AsyncContext getAsyncContext() {
    AsyncContext container = super.getAsyncContext();
    CapturedAsync started = async;
    return started == null ? container : started;
  }
}
