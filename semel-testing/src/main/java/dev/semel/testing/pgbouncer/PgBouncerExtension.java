package dev.semel.testing.pgbouncer;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips a test class or method where PgBouncer is not installed. The reason says what to install.
 */
public final class PgBouncerExtension implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return PgBouncer.isInstalled()
        ? ConditionEvaluationResult.enabled("PgBouncer is installed")
        : ConditionEvaluationResult.disabled(PgBouncer.HOW_TO_INSTALL);
  }
}
