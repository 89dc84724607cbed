package dev.semel.spring;

import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The second-level caches of a transaction. Hibernate fills them when a part of a command ends. If
 * the command is not committed, they must not keep what the part wrote.
 */
record SharedCaches(List<EntityManagerFactory> factories) {
  private static final boolean HAS_JPA =
      ClassUtils.isPresent(
          "jakarta.persistence.EntityManagerFactory", SharedCaches.class.getClassLoader());

  /** Returns what clears the caches of the current transaction. */
  static Runnable evictor() {
    return HAS_JPA ? ofCurrentTransaction()::evict : () -> {};
  }

  private static SharedCaches ofCurrentTransaction() {
    return new SharedCaches(
        TransactionSynchronizationManager.getResourceMap().keySet().stream()
            .filter(EntityManagerFactory.class::isInstance)
            .map(EntityManagerFactory.class::cast)
            .toList());
  }

  private void evict() {
    factories.forEach(factory -> factory.getCache().evictAll());
  }
}
