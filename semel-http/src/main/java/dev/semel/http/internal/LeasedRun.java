package dev.semel.http.internal;

import dev.semel.Lease;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a handler that is not one transaction. Its key is claimed and that is committed; it
 * runs under a heartbeat; then its outcome is recorded, and then the client gets the response.
 *
 * <p>It ends in one of three ways: the handler returns or throws, it completes an asynchronous
 * response, or the container ends that one. Whichever comes first is the end; the others find it
 * ended. The end may come from any thread.
 */
final class LeasedRun {
  private static final Logger LOG = LoggerFactory.getLogger(LeasedRun.class);

  private final Exchange exchange;
  private final LeasedMode mode;
  private final CapturedResponse captured;
  private final LeasedRequest request;
  private final LeaseRecorder recorder;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** The container ended the asynchronous response; the work of the handler may continue. */
  private volatile boolean timedOut;

  /** What the client gets in place of what the handler wrote. */
  private @Nullable StoredResponse inPlace;

  LeasedRun(Exchange exchange, LeasedMode mode, Lease<StoredResponse> lease) {
    this.exchange = exchange;
    this.mode = mode;
    this.captured =
        new CapturedResponse(
            exchange.response(),
            new CapturedResponse.Terms(
                exchange.parts().limits(),
                exchange.maxBodyBytes(),
                exchange::echoKey,
                this::startWriting));
    this.request =
        new LeasedRequest(
            exchange.request(), exchange.body(), captured, this::completed, new ContainerEnd());
    this.recorder = new LeaseRecorder(exchange, lease, mode.length());
  }

  void run() throws IOException, ServletException {
    boolean unused = exchange.usage().takeNew();
    request.setAttribute(Attributes.LEASED, true);
    request.setAttribute(Attributes.RUN, this);
    walk(exchange.chain(), request, captured);
  }

  /** Goes on with it when the container dispatches it again. */
  void resume(FilterChain chain, ServletRequest dispatched, ServletResponse response)
      throws IOException, ServletException {
    walk(chain, dispatched, response);
  }

  private void walk(FilterChain chain, ServletRequest walked, ServletResponse response)
      throws IOException, ServletException {
    try {
      chain.doFilter(walked, response);
    } catch (IOException | ServletException | RuntimeException | Error failure) {
      failed(mode.onFailure(), "the handler threw " + failure.getClass().getName());
      captured.discard();
      exchange.echoKey();
      throw failure;
    }
    if (!walked.isAsyncStarted()) {
      answered();
    }
  }

  /** The handler has written its response. */
  private void answered() throws IOException {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      finish();
      record(ending());
      send();
    } finally {
      free();
    }
  }

  /** The handler has written more than could be held, and nothing of it was sent. */
  private void finish() throws IOException {
    try {
      captured.finish();
    } catch (IOException e) {
      recorder.record(failure(mode.onFailure(), "the response could not be held", failedForGood()));
      exchange.tell(HttpEvent.HANDLER_FAILED);
      captured.discard();
      throw e;
    }
  }

  private void send() throws IOException {
    StoredResponse other = inPlace;
    if (other == null || captured.isUnderWay()) {
      captured.send();
    } else {
      captured.discard();
      ResponseWriter.write(other, exchange.response(), exchange::echoKey);
    }
  }

  /** The handler completes an asynchronous response. */
  private void completed() {
    try {
      answered();
    } catch (IOException e) {
      LOG.debug("the client left before its response was sent; the outcome is recorded", e);
    }
  }

  /** Ends the run without a response of the handler. */
  private void failed(OnFailure meaning, String reason) {
    if (ended.compareAndSet(false, true)) {
      try {
        recorder.record(failure(meaning, reason, failedForGood()));
        exchange.tell(HttpEvent.HANDLER_FAILED);
      } finally {
        free();
      }
    }
  }

  /** The container has ended the response, and nobody told the filter before. */
  private void unseen() {
    if (ended.compareAndSet(false, true)) {
      try {
        exchange.tell(HttpEvent.ASYNC_NOT_SEEN);
        LOG.error(
            "{}: an asynchronous response ended unseen and its client got nothing; register the filter for ASYNC dispatches too",
            exchange.route());
        finish();
        record(ending());
      } catch (IOException e) {
        LOG.warn("{}: the response could not be held", exchange.route(), e);
      } finally {
        free();
      }
    }
  }

  private void free() {
    captured.close();
    exchange.end();
  }

  private void record(Ending ending) {
    exchange.tell(ending.event());
    recorder.record(ending);
  }

  /** What a response that the handler wrote means. */
  private Ending ending() {
    Fate fate = exchange.fateOf(captured);
    String status = "the handler answered with status " + captured.status();
    if (timedOut && isUndecided(fate)) {
      return failure(mode.onTimeout(), status + " after a timeout", stored(Fate.FAIL));
    }
    if (fate == Fate.RELEASE) {
      return new Ending.Released(status);
    }
    if (fate == Fate.FAIL && exchange.isSaidToHaveFailed()) {
      return saidToHaveFailed(status);
    }
    StoredResponse stored = stored(fate);
    return switch (fate) {
      case REJECT -> new Ending.Refused(exchange.rejection(stored));
      case FAIL -> failure(mode.onFailure(), status, stored);
      default -> new Ending.Done(stored);
    };
  }

  /**
   * What it wrote beside saying so may ask for a retry, which a response for good must not; and the
   * first client is told what all others will be.
   */
  private Ending saidToHaveFailed(String status) {
    StoredResponse failed = failedForGood();
    if (mode.onFailure() == OnFailure.STORE) {
      inPlace = failed;
    }
    return failure(mode.onFailure(), status, failed);
  }

  /**
   * Returns whether the status alone says that the key is free again or that the handler failed.
   */
  private boolean isUndecided(Fate fate) {
    return (fate == Fate.RELEASE || fate == Fate.FAIL) && !exchange.isDeclared(captured);
  }

  private StoredResponse failedForGood() {
    return Problems.failed().response(exchange.parts().problems());
  }

  /** Returns the ending that the author of the handler chose for a failure or a timeout. */
  private Ending failure(OnFailure meaning, String reason, StoredResponse stored) {
    return switch (meaning) {
      case STORE -> new Ending.Refused(exchange.rejection(stored));
      case RELEASE -> new Ending.Released(reason);
      case UNKNOWN -> new Ending.Unknown(reason);
    };
  }

  /** What cannot be read back from its file is not kept, but it was done all the same. */
  private StoredResponse stored(Fate fate) {
    try {
      return exchange.stored(fate, captured);
    } catch (IOException e) {
      LOG.warn("{}: the response could not be read back and is not kept", exchange.route(), e);
      return StoredResponse.unkept(captured.status(), captured.length());
    }
  }

  /** What a handler writes without blocking goes to memory, so it is ready at once. */
  private void startWriting(WriteListener listener) {
    request
        .getAsyncContext()
        .start(
            () -> {
              try {
                listener.onWritePossible();
              } catch (IOException | RuntimeException e) {
                listener.onError(e);
              }
            });
  }

  /** Hears how the container ended an asynchronous response. */
  private final class ContainerEnd implements AsyncListener {
    private volatile @Nullable String reason;

    @Override
    public void onTimeout(AsyncEvent event) {
      timedOut = true;
      reason = "the asynchronous response timed out";
    }

    @Override
    public void onError(AsyncEvent event) {
      timedOut = true;
      Throwable failure = event.getThrowable();
      String kind = failure == null ? "an error" : failure.getClass().getName();
      reason = "the asynchronous response ended by " + kind;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      String why = reason;
      if (why == null) {
        unseen();
      } else {
        failed(mode.onTimeout(), why);
      }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // The next round has a listener of its own.
    }
  }
}
