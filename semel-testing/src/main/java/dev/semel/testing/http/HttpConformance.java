package dev.semel.testing.http;

import dev.semel.testing.http.ConformanceReport.Result;
import dev.semel.testing.http.ConformanceReport.Status;
import java.util.Arrays;

/**
 * Runs the checks against a server.
 *
 * <pre>{@code
 * ConformanceReport report = HttpConformance.run(new MyApi(baseUri));
 * }</pre>
 *
 * <p>The checks run one after the other on the calling thread; those about concurrency use threads
 * of their own. Each uses new keys and new payloads, so a server can be checked again and again.
 */
public final class HttpConformance {
  private HttpConformance() {}

  /** Runs all checks. */
  public static ConformanceReport run(HttpSubject subject) {
    return new ConformanceReport(
        Arrays.stream(ConformanceCheck.values()).map(check -> run(check, subject)).toList());
  }

  /** Runs one check. */
  public static Result run(ConformanceCheck check, HttpSubject subject) {
    String reason = subject.skipped().get(check);
    if (reason != null) {
      return new Result(check, Status.SKIPPED, reason);
    }
    try {
      new ConformanceChecks(subject).run(check);
      return Result.passed(check);
    } catch (MissingHookException e) {
      return new Result(check, Status.SKIPPED, e.getMessage());
    } catch (AssertionError e) {
      return new Result(check, Status.FAILED, String.valueOf(e.getMessage()).strip());
    }
  }

  /** The subject does not offer what a check needs. */
  static final class MissingHookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingHookException(String hook) {
      super("the subject has no " + hook + "()");
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }
}
