package dev.semel.http.internal;

import dev.semel.Answer;
import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Rejection;
import dev.semel.Replay;
import dev.semel.http.HttpEvent;
import dev.semel.http.Keep;
import dev.semel.http.Route;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One protected request on its way through the filter: who asks for what, and how it is answered
 * without its handler. For one thread at a time.
 */
record Exchange(
    FilterParts parts,
    Route route,
    HttpServletRequest request,
    HttpServletResponse response,
    FilterChain chain,
    KeyHeader.Found key,
    Intent<StoredResponse> intent,
    RequestBody body,
    Usage usage,
    Runnable onEnd) {

  static final String MARKER = "Idempotent-Replayed";
  private static final String CODE_PREFIX = "HTTP_";
  private static final String ABANDONED_CODE = "ABANDONED";

  void tell(HttpEvent event) {
    parts.notices().tell(event, route);
  }

  /**
   * Sends the key back as it came, once, whatever the application set, and for how long it is
   * known.
   */
  void echoKey() {
    if (response.isCommitted()) {
      return;
    }
    String name = key.headerName();
    if (name != null) {
      response.setHeader(name, key.fieldValue());
    }
    Duration period = route.settings().storing().retention().period();
    if (parts.expiresHeader() != null && period != null) {
      response.setHeader(parts.expiresHeader(), period.toString());
    }
  }

  void answer(Problem problem) throws IOException {
    StoredResponse told = problem.response(parts.problems());
    ResponseWriter.write(told, response, this::echoKey);
  }

  void answer(HttpEvent event, Problem problem) throws IOException {
    tell(event);
    answer(problem);
  }

  /** Frees what the request holds. */
  void end() {
    onEnd.run();
  }

  /** Runs the handler as if there were no filter. */
  void runUnprotected() throws IOException, ServletException {
    tell(HttpEvent.FAILED_OPEN);
    chain.doFilter(new BufferedRequest(request, body), response);
  }

  /** Attempts the intent and waits for another attempt of it, as the route allows. */
  <A> A attempt(Function<Intent<StoredResponse>, A> attempt, Predicate<A> inProgress) {
    return parts
        .waits()
        .attempt(intent, route.settings().running().duplicates(), attempt, inProgress);
  }

  /** Returns a response of which nothing is sent before {@link CapturedResponse#send}. */
  CapturedResponse heldResponse() {
    return new CapturedResponse(
        response,
        new CapturedResponse.Terms(
            parts.limits(),
            CapturedResponse.HELD_TO_THE_END,
            this::echoKey,
            listener -> {
              throw new IllegalStateException("the request is not in asynchronous mode");
            }));
  }

  // ---- what is kept

  private boolean keepsBody() {
    return route.settings().storing().keep() == Keep.EVERYTHING;
  }

  int maxBodyBytes() {
    return route.settings().storing().maxBytes();
  }

  /** The no that stands for a response; its bytes are in it unless they are not to be kept. */
  Rejection rejection(StoredResponse stored) {
    return rejection(CODE_PREFIX + stored.status(), "", stored);
  }

  Rejection rejection(String code, String detail, StoredResponse stored) {
    ResponseCodec codec = codec();
    boolean isKept = codec != null && codec.keeps(stored);
    Content content =
        isKept && codec != null
            ? new Content(codec.contentType(), codec.schemaVersion(), codec.encode(stored))
            : null;
    return new Rejection(code, detail, content);
  }

  Fate fateOf(CapturedResponse captured) {
    return Fate.of(request, captured, route, parts.transientHeader());
  }

  /** Whether the handler said that it has failed, whatever its status. */
  boolean isSaidToHaveFailed() {
    return request.getAttribute(Attributes.DECLARATION) == Declaration.FAILED;
  }

  /** Returns whether the handler said what becomes of its response, whatever its status. */
  boolean isDeclared(CapturedResponse captured) {
    return captured.hasHeader(parts.transientHeader(), "true")
        || request.getAttribute(Attributes.DECLARATION) instanceof Declaration;
  }

  /** What is kept of a handler's response. */
  StoredResponse stored(Fate fate, CapturedResponse captured) throws IOException {
    if (fate == Fate.KEEP_FACT) {
      return StoredResponse.unkept(captured.status(), captured.length());
    }
    StoredResponse stored = captured.capture(parts.headers(), keepsBody(), maxBodyBytes());
    if (isTooLarge(stored)) {
      tell(HttpEvent.RESPONSE_TOO_LARGE);
    }
    return stored;
  }

  /** Whether a response is too large to be kept although it should be. */
  private boolean isTooLarge(StoredResponse stored) {
    ResponseCodec codec = codec();
    return codec != null && !codec.keeps(stored);
  }

  private @Nullable ResponseCodec codec() {
    Codec<StoredResponse> codec =
        intent.operation().replay() instanceof Replay.Full<StoredResponse> full
            ? full.codec()
            : null;
    return codec instanceof ResponseCodec responses ? responses : null;
  }

  // ---- answers without a handler

  /** Answers with what the engine knows of the intent. Its handler did not run now. */
  void answer(Outcome<StoredResponse> outcome) throws IOException {
    if (outcome instanceof Outcome.Replayed<StoredResponse> replayed) {
      replay(replayed.answer());
    } else if (outcome instanceof Outcome.Rejected<StoredResponse> rejected) {
      replay(rejected.rejection());
    } else if (outcome instanceof Outcome.InProgress<StoredResponse> inProgress) {
      answer(
          HttpEvent.IN_PROGRESS,
          Problems.inProgress(soonerOf(inProgress.retryAfter()))
              .status(route.settings().running().inProgressStatus()));
    } else if (outcome instanceof Outcome.Mismatch<StoredResponse>) {
      answer(HttpEvent.MISMATCH, Problems.mismatch());
    } else {
      answer(HttpEvent.OUTCOME_UNKNOWN, Problems.outcomeUnknown());
    }
  }

  /** A lease may be long and its handler quick, so nobody is told to wait for the lease's end. */
  private Duration soonerOf(Duration retryAfter) {
    Duration usual = route.settings().running().duplicates().retryAfter();
    return usual.compareTo(retryAfter) < 0 ? usual : retryAfter;
  }

  private void replay(Answer<StoredResponse> answer) throws IOException {
    if (answer instanceof Answer.Full<StoredResponse> full) {
      replay(full.result());
    } else {
      unavailable();
    }
  }

  private void replay(Rejection rejection) throws IOException {
    Content content = rejection.content();
    ResponseCodec codec = codec();
    if (content != null && codec != null) {
      replay(codec, content);
    } else if (rejection.code().equals(ABANDONED_CODE)) {
      answer(HttpEvent.ABANDONED, Problems.abandoned());
    } else {
      unavailable();
    }
  }

  private void replay(ResponseCodec codec, Content content) throws IOException {
    StoredResponse stored;
    try {
      stored = codec.decode(content);
    } catch (CodecException e) {
      new StoreFailure(this).answerUnreadable(e);
      return;
    }
    replay(stored);
  }

  private void replay(StoredResponse stored) throws IOException {
    tell(HttpEvent.REPLAYED);
    ResponseWriter.write(stored, response, this::markReplay);
  }

  private void markReplay() {
    response.setHeader(MARKER, "true");
    echoKey();
  }

  private void unavailable() throws IOException {
    answer(HttpEvent.RESULT_UNAVAILABLE, Problems.resultUnavailable());
  }
}
