package dev.semel.spring;

import dev.semel.Semel;

/** A bean that has a say in how {@link Semel} is made. Several are asked in their order. */
@FunctionalInterface
public interface SemelBuilderCustomizer {
  void customize(Semel.Builder builder);
}
