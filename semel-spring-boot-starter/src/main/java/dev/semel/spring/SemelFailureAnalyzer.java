package dev.semel.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start what is wrong and what to do, in place of a stack trace. */
class SemelFailureAnalyzer extends AbstractFailureAnalyzer<UnsafeSetupException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnsafeSetupException cause) {
    return new FailureAnalysis(cause.problem() + ".", cause.action() + ".", cause);
  }
}
