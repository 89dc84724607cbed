package dev.semel.spring;

import dev.semel.postgres.PostgresStore;

/** A bean that has a say in how the store is made. Several are asked in their order. */
@FunctionalInterface
public interface PostgresStoreBuilderCustomizer {
  void customize(PostgresStore.Builder builder);
}
