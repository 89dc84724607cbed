package dev.semel.testing.rabbitmq;

import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a RabbitMQ server, as a parameter: one for all classes of the run, so use queues of
 * your own, and start again what you crash. Where RabbitMQ is not installed, the tests are skipped
 * and say what to install.
 */
public final class RabbitExtension implements ExecutionCondition, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(RabbitExtension.class);

  /** Low enough for a test to exceed it. */
  private static final Map<String, String> SETTINGS = Map.of("max_message_size", "1000000");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return RabbitServer.isInstalled()
        ? ConditionEvaluationResult.enabled("RabbitMQ is installed")
        : ConditionEvaluationResult.disabled(RabbitServer.HOW_TO_INSTALL);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RabbitServer.class;
  }

  // What is in the root's store is closed at the end of the run.
  @Override
  public RabbitServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            RabbitServer.class, key -> RabbitServer.start(SETTINGS), RabbitServer.class);
  }
}
