package dev.semel.spring.internal.web;

import dev.semel.spring.Idempotent;
import dev.semel.spring.UnsafeSetupException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

/**
 * A handler of requests that says {@link Idempotent}, itself or through its controller.
 *
 * @param byItself whether the method says it, and not only the controller
 */
record AnnotatedHandler(Method method, Class<?> controller, Idempotent settings, boolean byItself) {

  /** The handler if it is annotated, else null. */
  static @Nullable AnnotatedHandler of(HandlerMethod handler) {
    Method method = handler.getMethod();
    Idempotent own = AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class);
    Idempotent settings =
        own == null
            ? AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Idempotent.class)
            : own;
    return settings == null
        ? null
        : new AnnotatedHandler(method, handler.getBeanType(), settings, own != null);
  }

  String name() {
    return controller.getSimpleName() + "." + method.getName();
  }

  UnsafeSetupException refused(String problem, String action) {
    return new UnsafeSetupException(
        "The @Idempotent handler %s %s".formatted(name(), problem), action);
  }
}
