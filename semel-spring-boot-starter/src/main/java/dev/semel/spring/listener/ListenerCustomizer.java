package dev.semel.spring.listener;

import dev.semel.inbox.ConsumerSettings;
import java.lang.reflect.Method;

/**
 * A bean that has a say in how an {@link IdempotentListener} works: backoff, batches, isolation,
 * details of the version guard. Several are asked in their order, once for each method, at start.
 */
@FunctionalInterface
public interface ListenerCustomizer {
  /**
   * The settings as they shall be.
   *
   * @param settings as the annotation and the properties have them
   * @param method the one that is called
   */
  ConsumerSettings customize(ConsumerSettings settings, Method method);
}
