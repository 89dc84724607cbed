package dev.semel.http.internal;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.InterruptedAttemptException;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.Rejection;
import dev.semel.RetriesExhaustedException;
import dev.semel.SemelException;
import dev.semel.http.HttpEvent;
import dev.semel.jdbc.SelfManaged;
import dev.semel.jdbc.SqlStates;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request whose handler, effect and kept response are one transaction.
 *
 * <p><b>Why the client never sees what did not commit.</b> The handler writes into a captured
 * response, inside the engine's transaction. What it wrote is sent after the engine has said that
 * the transaction committed or, for a response that is not kept, that it was rolled back. Whatever
 * else the engine says is answered by the filter, and the captured response is dropped.
 *
 * <p><b>Why the handler runs once.</b> The engine may want to run the transaction again. A filter
 * chain cannot be counted on to be walked twice, so the second run is refused from inside it, which
 * rolls back, and the client is asked to try again with the same key.
 *
 * <p>For one thread and one request.
 */
final class TransactionalExchange {
  private final Exchange exchange;
  private boolean begun;
  private @Nullable CapturedResponse captured;
  private @Nullable StoredResponse refusal;
  private HandlerEnd.@Nullable Threw threw;

  TransactionalExchange(Exchange exchange) {
    this.exchange = exchange;
  }

  void run() throws IOException, ServletException {
    try {
      runAndAnswer();
    } finally {
      if (captured != null) {
        captured.close();
      }
    }
  }

  private void runAndAnswer() throws IOException, ServletException {
    SelfManaged<StoredResponse> handler = this::handle;
    Outcome<StoredResponse> outcome;
    try {
      outcome =
          exchange.attempt(
              intent -> exchange.parts().semel().once(intent, handler),
              Outcome.InProgress.class::isInstance);
    } catch (HandlerEnd end) {
      answer(end);
      return;
    } catch (SemelException failure) {
      answer(failure);
      return;
    }
    warnIfEffectIsNotUsed(outcome);
    boolean ranNow =
        outcome instanceof Outcome.Executed
            || (outcome instanceof Outcome.Rejected<StoredResponse> no && !no.replayed());
    if (ranNow) {
      exchange.tell(HttpEvent.EXECUTED);
      sendWhatRan();
    } else {
      discardCaptured();
      answer(outcome);
    }
  }

  /** A handler that has run in this request has authorised its caller. */
  private void answer(Outcome<StoredResponse> outcome) throws IOException, ServletException {
    if (begun || ReplayCheck.passes(exchange)) {
      exchange.answer(outcome);
    }
  }

  private void warnIfEffectIsNotUsed(Outcome<StoredResponse> outcome) {
    if (outcome instanceof Outcome.Executed
        && exchange.request().getAttribute(Attributes.BEGUN) == null) {
      exchange.parts().notices().effectNotUsed(exchange.route());
    }
  }

  private StoredResponse handle(JdbcEffect effect) {
    if (begun && !exchange.route().settings().running().rerunning()) {
      throw new HandlerEnd.SecondRun();
    }
    if (!begun && !exchange.usage().takeNew()) {
      throw new HandlerEnd.OverQuota();
    }
    begun = true;
    CapturedResponse response = newResponse();
    TransactionalRequest request =
        new TransactionalRequest(exchange.request(), exchange.body(), response);
    try {
      runHandler(request, response, effect);
    } catch (IOException | ServletException | RuntimeException failure) {
      throw request.askedForAsync() ? new HandlerEnd.Async() : ended(failure);
    }
    if (request.askedForAsync()) {
      throw new HandlerEnd.Async();
    }
    return judged(response);
  }

  private CapturedResponse newResponse() {
    discardCaptured();
    threw = null;
    refusal = null;
    CapturedResponse response = exchange.heldResponse();
    captured = response;
    return response;
  }

  private void runHandler(
      TransactionalRequest request, CapturedResponse response, JdbcEffect effect)
      throws IOException, ServletException {
    request.removeAttribute(Attributes.DECLARATION);
    request.removeAttribute(Attributes.CAUSE);
    request.removeAttribute(Attributes.BEGUN);
    request.setAttribute(Attributes.EFFECT, effect);
    try {
      exchange.chain().doFilter(request, response);
      response.finish();
    } finally {
      request.removeAttribute(Attributes.EFFECT);
    }
  }

  /** What the engine is to keep, or how it is told to roll back. */
  private StoredResponse judged(CapturedResponse response) {
    Fate fate = exchange.fateOf(response);
    if (fate == Fate.RELEASE || fate == Fate.FAIL) {
      throw unkept();
    }
    StoredResponse stored;
    try {
      stored = exchange.stored(fate, response);
    } catch (IOException e) {
      throw threw(e);
    }
    if (fate == Fate.REJECT) {
      throw new RejectedException(exchange.rejection(stored));
    }
    return stored;
  }

  /** The engine runs the handler again if it sees a conflict, and gives up if it does not. */
  private HandlerEnd unkept() {
    boolean rerunning = exchange.route().settings().running().rerunning();
    return rerunning
            && exchange.request().getAttribute(Attributes.CAUSE) instanceof Exception cause
            && SqlStates.chain(cause).stream().anyMatch(SqlStates::isConflict)
        ? threw(cause)
        : new HandlerEnd.Unkept();
  }

  /** What a failure of the handler means to the engine. */
  private RuntimeException ended(Exception failure) {
    Throwable thrown =
        failure instanceof ServletException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return thrown instanceof RejectedException no ? refused(no.rejection()) : threw(failure);
  }

  private HandlerEnd.Threw threw(Exception failure) {
    HandlerEnd.Threw end = new HandlerEnd.Threw(failure);
    threw = end;
    return end;
  }

  /** A handler that says no by an exception leaves it to the filter to word the response. */
  private RejectedException refused(Rejection no) {
    StoredResponse worded =
        Problem.rejected(no.code(), no.detail()).response(exchange.parts().problems());
    refusal = worded;
    return new RejectedException(exchange.rejection(no.code(), no.detail(), worded));
  }

  private void sendWhatRan() throws IOException {
    if (refusal != null) {
      discardCaptured();
      ResponseWriter.write(refusal, exchange.response(), exchange::echoKey);
    } else if (captured != null) {
      captured.send();
    }
  }

  private void discardCaptured() {
    if (captured != null) {
      captured.discard();
    }
  }

  /** It was rolled back, and nothing is kept. */
  private void answer(HandlerEnd end) throws IOException, ServletException {
    if (end instanceof HandlerEnd.Unkept) {
      exchange.tell(HttpEvent.NOT_STORED);
      sendWhatRan();
      return;
    }
    discardCaptured();
    if (end instanceof HandlerEnd.Threw failure) {
      exchange.tell(HttpEvent.HANDLER_FAILED);
      exchange.echoKey();
      throw failure.rethrow();
    }
    if (end instanceof HandlerEnd.Async) {
      exchange.answer(HttpEvent.ASYNC_REFUSED, Problems.asyncHandler(exchange.route()));
    } else if (end instanceof HandlerEnd.OverQuota) {
      exchange.answer(HttpEvent.OVER_QUOTA, Problems.overQuota(exchange.usage().newKeyWait()));
    } else {
      exchange.answer(HttpEvent.TRY_AGAIN, Problems.tryAgain());
    }
  }

  private void answer(SemelException failure) throws IOException, ServletException {
    discardCaptured();
    if (!begun) {
      new StoreFailure(exchange).answer(failure);
    } else if (failure instanceof CommitUnknownException) {
      exchange.answer(HttpEvent.COMMIT_UNKNOWN, Problems.commitUnknown());
    } else if (failure instanceof RetriesExhaustedException
        || failure instanceof InterruptedAttemptException) {
      exchange.answer(HttpEvent.TRY_AGAIN, Problems.tryAgain());
    } else if (threw != null) {
      answer(threw);
    } else if (failure instanceof ConfigurationException) {
      new StoreFailure(exchange).answerMisconfigured(failure);
    } else {
      exchange.tell(HttpEvent.HANDLER_FAILED);
      exchange.echoKey();
      throw failure;
    }
  }
}
