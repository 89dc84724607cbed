package dev.semel.http.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * An asynchronous response whose completion is heard before it happens: afterwards nothing could be
 * sent any more.
 */
final class CapturedAsync implements AsyncContext {
  private final AsyncContext container;
  private final Runnable beforeCompletion;

  CapturedAsync(AsyncContext container, Runnable beforeCompletion) {
    this.container = container;
    this.beforeCompletion = beforeCompletion;
  }

  @Override
  public void complete() {
    beforeCompletion.run();
    container.complete();
  }

  @Override
  public ServletRequest getRequest() {
    return container.getRequest();
  }

  @Override
  public ServletResponse getResponse() {
    return container.getResponse();
  }

  @Override
  public boolean hasOriginalRequestAndResponse() {
    return container.hasOriginalRequestAndResponse();
  }

  @Override
  public void dispatch() {
    container.dispatch();
  }

  @Override
  public void dispatch(String path) {
    container.dispatch(path);
  }

  @Override
  public void dispatch(ServletContext context, String path) {
    container.dispatch(context, path);
  }

  @Override
  public void start(Runnable task) {
    container.start(task);
  }

  @Override
  public void addListener(AsyncListener listener) {
    container.addListener(new Forwarding(listener));
  }

  @Override
  public void addListener(
      AsyncListener listener, ServletRequest request, ServletResponse response) {
    container.addListener(new Forwarding(listener), request, response);
  }

  @Override
  public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
    return container.createListener(type);
  }

  @Override
  public void setTimeout(long millis) {
    container.setTimeout(millis);
  }

  @Override
  public long getTimeout() {
    return container.getTimeout();
  }

  /** A listener that completes the response gets this context to do it with. */
  private final class Forwarding implements AsyncListener {
    private final AsyncListener listener;

    Forwarding(AsyncListener listener) {
      this.listener = listener;
    }

    private AsyncEvent own(AsyncEvent event) {
      return new AsyncEvent(
          CapturedAsync.this,
          event.getSuppliedRequest(),
          event.getSuppliedResponse(),
          event.getThrowable());
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
      listener.onComplete(own(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      listener.onTimeout(own(event));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
      listener.onError(own(event));
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
      listener.onStartAsync(own(event));
    }
  }
}
