package dev.semel.testing.http;

import dev.semel.testing.http.ConformanceReport.Result;
import dev.semel.testing.http.ConformanceReport.Status;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The conformance suite as a JUnit test: one dynamic test per check. A check that is skipped is
 * reported as aborted, with the reason.
 *
 * <pre>{@code
 * class MyApiConformanceIT extends HttpConformanceContract {
 *   @Override
 *   protected HttpSubject subject() {
 *     return new MyApi(baseUri);
 *   }
 * }
 * }</pre>
 */
public abstract class HttpConformanceContract {
  /** Returns the server that is checked. Called once. */
  protected abstract HttpSubject subject();

  @TestFactory
  Stream<DynamicTest> serverConforms() {
    HttpSubject subject = subject();
    return Arrays.stream(ConformanceCheck.values())
        .map(
            check ->
                DynamicTest.dynamicTest(
                    check + ": " + check.description(), () -> verify(check, subject)));
  }

  private static void verify(ConformanceCheck check, HttpSubject subject) {
    Result result = HttpConformance.run(check, subject);
    if (result.status() == Status.SKIPPED) {
      Assumptions.abort(result.toString());
    }
    if (result.status() == Status.FAILED) {
      throw new AssertionError(result.toString());
    }
  }
}
