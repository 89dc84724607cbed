package dev.semel.spring.internal.listener;

import dev.semel.spring.UnsafeSetupException;
import dev.semel.spring.listener.IdempotentListener;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * A method of a bean that says {@link IdempotentListener}, on itself or on the method it
 * implements.
 *
 * @param method the one that is run
 * @param beanClass the class of the bean, which may have inherited it
 * @param settings what it says
 */
public record ListenerMethod(Method method, Class<?> beanClass, IdempotentListener settings) {
  /** The method if it is annotated, else null. */
  public static @Nullable ListenerMethod of(Method method, Class<?> beanClass) {
    Method run = AopUtils.getMostSpecificMethod(method, beanClass);
    IdempotentListener settings =
        AnnotatedElementUtils.findMergedAnnotation(run, IdempotentListener.class);
    return settings == null ? null : new ListenerMethod(run, beanClass, settings);
  }

  /** Whether it takes several messages at once. */
  public boolean takesList() {
    return argument().resolve() == List.class;
  }

  /** The type of one message. */
  ResolvableType messageType() {
    return takesList() ? argument().getGeneric(0) : argument();
  }

  private ResolvableType argument() {
    return ResolvableType.forMethodParameter(method, 0, beanClass);
  }

  /** As somebody would look it up. */
  public String name() {
    String parameters =
        Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", "));
    return "%s.%s(%s)".formatted(beanClass.getSimpleName(), method.getName(), parameters);
  }

  /** Refuses to start with it. */
  public UnsafeSetupException refused(String problem, String action) {
    return new UnsafeSetupException(
        "The @IdempotentListener method %s %s".formatted(name(), problem), action);
  }
}
