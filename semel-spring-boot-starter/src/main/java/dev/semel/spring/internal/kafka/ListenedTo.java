package dev.semel.spring.internal.kafka;

import dev.semel.spring.listener.IdempotentListener;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.kafka.annotation.KafkaListenerAnnotationBeanPostProcessor.AnnotationEnhancer;

/**
 * Remembers which container calls which listener. A container does not say whom it calls, so one
 * without an id is given one, which is not its group's.
 */
public final class ListenedTo implements AnnotationEnhancer {
  private final ConfigurableBeanFactory beans;
  private final Map<String, Method> methods = new HashMap<>();
  private final Map<String, String> factories = new HashMap<>();

  public ListenedTo(ConfigurableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public synchronized Map<String, Object> apply(
      Map<String, Object> attributes, AnnotatedElement element) {
    IdempotentListener listener =
        AnnotatedElementUtils.findMergedAnnotation(element, IdempotentListener.class);
    if (listener == null || !(element instanceof Method method)) {
      return attributes;
    }
    Map<String, Object> enhanced = new HashMap<>(attributes);
    if (text(attributes, "id").isEmpty()) {
      enhanced.put("id", "semel-%s-%d".formatted(listener.consumer(), methods.size()));
      enhanced.put("idIsGroup", false);
    }
    String id = resolved(text(enhanced, "id"));
    methods.put(id, method);
    factories.put(id, resolved(text(enhanced, "containerFactory")));
    return enhanced;
  }

  private static String text(Map<String, Object> attributes, String name) {
    return Objects.toString(attributes.get(name), "");
  }

  /** As Spring Kafka does. */
  private String resolved(String text) {
    String embedded = beans.resolveEmbeddedValue(text);
    BeanExpressionResolver resolver = beans.getBeanExpressionResolver();
    Object value =
        resolver == null
            ? embedded
            : resolver.evaluate(embedded, new BeanExpressionContext(beans, null));
    return Objects.toString(value, "");
  }

  /** The method that a container calls, if it is a listener; else null. */
  synchronized @Nullable Method methodOf(String containerId) {
    return methods.get(containerId);
  }

  /** The consumer that a container calls, if it calls a listener; else null. */
  public @Nullable String consumerOf(String containerId) {
    Method method = methodOf(containerId);
    IdempotentListener listener =
        method == null
            ? null
            : AnnotatedElementUtils.findMergedAnnotation(method, IdempotentListener.class);
    return listener == null ? null : listener.consumer();
  }

  /** The name of the factory that made a container; empty for the usual one. */
  synchronized String factoryOf(String containerId) {
    return factories.getOrDefault(containerId, "");
  }
}
