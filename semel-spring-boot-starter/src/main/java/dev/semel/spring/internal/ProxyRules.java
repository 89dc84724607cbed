package dev.semel.spring.internal;

import dev.semel.spring.UnsafeSetupException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;

/** What a method must be so that a proxy can protect it. Found out at start. */
public final class ProxyRules {
  private ProxyRules() {}

  /**
   * Looks at a method.
   *
   * @throws UnsafeSetupException if calls would not pass a proxy
   */
  public static void check(Method method, Class<?> beanClass, Refusal refusal) {
    int modifiers = method.getModifiers();
    if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers)) {
      throw refusal.refused(
          "is not a public method of an object, so calls do not pass the proxy that protects it",
          "Make it public and not static");
    }
    if (Modifier.isFinal(modifiers) || Modifier.isFinal(beanClass.getModifiers())) {
      throw refusal.refused(
          "is final, or its class is, so Spring cannot put a proxy before it",
          "Take final away from both");
    }
  }

  /** Whether it is done on a thread of Spring's. */
  public static boolean isAsync(Method method, Class<?> beanClass) {
    return AnnotatedElementUtils.hasAnnotation(method, Async.class)
        || AnnotatedElementUtils.hasAnnotation(beanClass, Async.class);
  }
}
