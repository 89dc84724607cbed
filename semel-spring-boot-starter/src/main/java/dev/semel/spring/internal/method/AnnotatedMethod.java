package dev.semel.spring.internal.method;

import dev.semel.spring.Idempotent;
import dev.semel.spring.UnsafeSetupException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;

/**
 * A method of a bean that says {@link Idempotent}, on itself or on the method it implements.
 *
 * @param method the one that is run
 * @param beanClass the class of the bean, which may have inherited it
 * @param settings what it says
 */
public record AnnotatedMethod(Method method, Class<?> beanClass, Idempotent settings) {
  /** The method if it is annotated, else null. */
  public static @Nullable AnnotatedMethod of(Method method, Class<?> beanClass) {
    Method run = AopUtils.getMostSpecificMethod(method, beanClass);
    Idempotent settings = AnnotatedElementUtils.findMergedAnnotation(run, Idempotent.class);
    return settings == null ? null : new AnnotatedMethod(run, beanClass, settings);
  }

  /** Whether methods of this class answer requests, and so are protected by the filter. */
  public static boolean isController(Class<?> beanClass) {
    return AnnotatedElementUtils.hasAnnotation(beanClass, Controller.class);
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
        "The @Idempotent method %s %s".formatted(name(), problem), action);
  }
}
