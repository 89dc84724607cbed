package dev.semel.testing.nats;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a NATS server with JetStream, as a parameter: one for all classes of the run, so use
 * streams of your own, and start again what you crash. Where NATS is not installed, the tests are
 * skipped and say what to install.
 */
public final class NatsExtension implements ExecutionCondition, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(NatsExtension.class);

  /** Low enough for a test to exceed it. */
  private static final int MAX_PAYLOAD_BYTES = 1_000_000;

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return NatsServer.isInstalled()
        ? ConditionEvaluationResult.enabled("NATS is installed")
        : ConditionEvaluationResult.disabled(NatsServer.HOW_TO_INSTALL);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == NatsServer.class;
  }

  // What is in the root's store is closed at the end of the run.
  @Override
  public NatsServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            NatsServer.class, key -> NatsServer.start(MAX_PAYLOAD_BYTES), NatsServer.class);
  }
}
