package dev.semel.spring;

import dev.semel.http.IdempotencyFilter;

/** A bean that has a say in how the filter is made. Several are asked in their order. */
@FunctionalInterface
public interface IdempotencyFilterCustomizer {
  void customize(IdempotencyFilter.Builder builder);
}
