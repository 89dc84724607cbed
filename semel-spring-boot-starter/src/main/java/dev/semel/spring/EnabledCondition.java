package dev.semel.spring;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless {@code semel.enabled} is false. What is no boolean is refused, not guessed. */
class EnabledCondition implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return context.getEnvironment().getProperty("semel.enabled", Boolean.class, true);
  }

  /** Matches if {@code semel.enabled} is false. */
  static class Not extends EnabledCondition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return !super.matches(context, metadata);
    }
  }
}
