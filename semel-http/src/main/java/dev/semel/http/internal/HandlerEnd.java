package dev.semel.http.internal;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** How a handler ended that rolls its transaction back without anything being kept. */
abstract sealed class HandlerEnd extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private HandlerEnd(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  private HandlerEnd(String message) {
    super(message, null, false, false);
  }

  /** It threw. The engine looks at the cause; the container gets it as it is. */
  static final class Threw extends HandlerEnd {
    private static final long serialVersionUID = 1L;

    Threw(Exception cause) {
      super("the handler threw", cause);
    }

    /** Throws on what the handler threw. */
    RuntimeException rethrow() throws IOException, ServletException {
      Throwable cause = getCause();
      if (cause instanceof IOException e) {
        throw e;
      }
      if (cause instanceof ServletException e) {
        throw e;
      }
      return cause instanceof RuntimeException e ? e : this;
    }
  }

  /** Its response is not to be kept. */
  static final class Unkept extends HandlerEnd {
    private static final long serialVersionUID = 1L;

    Unkept() {
      super("the handler's response is not kept");
    }
  }

  /** It tried to answer asynchronously. */
  static final class Async extends HandlerEnd {
    private static final long serialVersionUID = 1L;

    Async() {
      super("the handler tried to answer asynchronously");
    }
  }

  /** The caller has no quota left for a new key. */
  static final class OverQuota extends HandlerEnd {
    private static final long serialVersionUID = 1L;

    OverQuota() {
      super("the caller is over its quota");
    }
  }

  /** The engine asks for a second run, which the route does not allow. */
  static final class SecondRun extends HandlerEnd {
    private static final long serialVersionUID = 1L;

    SecondRun() {
      super("the handler ran before and is not run again");
    }
  }
}
