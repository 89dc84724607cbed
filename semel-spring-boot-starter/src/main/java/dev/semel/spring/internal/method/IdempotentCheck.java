package dev.semel.spring.internal.method;

import dev.semel.spring.Idempotent;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.spring.internal.ControllerProtection;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Looks at every bean once all are made, and refuses to start with a command that is not protected.
 */
public final class IdempotentCheck implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(IdempotentCheck.class);

  private final ConfigurableListableBeanFactory beans;

  public IdempotentCheck(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> beanClass = AutoProxyUtils.determineTargetClass(beans, name);
      if (beanClass != null && AnnotationUtils.isCandidateClass(beanClass, Idempotent.class)) {
        check(name, beanClass);
      }
    }
  }

  private void check(String name, Class<?> beanClass) {
    List<AnnotatedMethod> methods = methodsOf(beanClass);
    boolean isOnClass = AnnotatedElementUtils.hasAnnotation(beanClass, Idempotent.class);
    if (AnnotatedMethod.isController(beanClass)) {
      checkController(beanClass, methods, isOnClass);
    } else if (isOnClass) {
      throw new UnsafeSetupException(
          "The class %s is @Idempotent, and is no controller".formatted(beanClass.getSimpleName()),
          "Annotate its methods instead: each command has an operation and a key of its own");
    } else if (!methods.isEmpty()) {
      checkMethods(name, beanClass, methods);
    }
  }

  private void checkController(
      Class<?> beanClass, List<AnnotatedMethod> methods, boolean isOnClass) {
    if (methods.isEmpty() && !isOnClass) {
      return;
    }
    ControllerProtection protection = protection();
    if (protection == null) {
      throw new UnsafeSetupException(
          "The controller %s is @Idempotent, and there is no filter that protects it"
              .formatted(beanClass.getSimpleName()),
          "Use Spring MVC with a DataSource for PostgreSQL; WebFlux is not supported");
    }
    protection.check();
    for (AnnotatedMethod method : methods) {
      if (!protection.covers(method.method())) {
        throw method.refused(
            "is in a controller, but handles no requests",
            "Map it to POST, PATCH, PUT or DELETE, or move it to a bean that is no controller");
      }
    }
  }

  private void checkMethods(String name, Class<?> beanClass, List<AnnotatedMethod> methods) {
    IdempotentMethods commands = commands(methods.get(0));
    for (AnnotatedMethod method : methods) {
      refuseOperationOfAHandler(commands.command(method).operationName(), method);
      refuseUnlessProxied(name, method);
    }
    warnOfSelfCalls(beanClass, methods);
  }

  private @Nullable ControllerProtection protection() {
    return beans.getBeanProvider(ControllerProtection.class).getIfAvailable();
  }

  private void refuseOperationOfAHandler(String operation, AnnotatedMethod method) {
    ControllerProtection protection = protection();
    if (protection != null && protection.operations().contains(operation)) {
      throw method.refused(
          "has the operation '%s', which is that of a handler of requests too, so that their keys would be mixed up"
              .formatted(operation),
          "Give each command a name of its own");
    }
  }

  private static List<AnnotatedMethod> methodsOf(Class<?> beanClass) {
    return MethodIntrospector.selectMethods(
            beanClass, (Method method) -> AnnotatedMethod.of(method, beanClass))
        .values()
        .stream()
        .distinct()
        .toList();
  }

  private IdempotentMethods commands(AnnotatedMethod any) {
    IdempotentMethods commands = beans.getBeanProvider(IdempotentMethods.class).getIfAvailable();
    if (commands == null) {
      throw any.refused(
          "cannot be protected, because there is no Semel: no data source was found to keep intents in",
          "Define a DataSource for PostgreSQL, spring.datasource.url for instance");
    }
    return commands;
  }

  /** A bean that is made while proxies are not yet set up goes without, silently. */
  private void refuseUnlessProxied(String name, AnnotatedMethod method) {
    if (!beans.containsSingleton(name)) {
      return;
    }
    Object bean = beans.getBean(name);
    boolean isAdvised =
        bean instanceof Advised advised
            && List.of(advised.getAdvisors()).stream()
                .anyMatch(IdempotentAdvisor.class::isInstance);
    if (!isAdvised) {
      throw method.refused(
          "has no proxy before it, because its bean was made before proxies were set up (by a BeanPostProcessor that needs it?) or without Spring's doing",
          "Let Spring make the bean, and take it out of what BeanPostProcessors and their dependencies need");
    }
    refuseUnlessExposed(bean, method);
  }

  /** A proxy made of interfaces has only their methods. */
  private static void refuseUnlessExposed(Object bean, AnnotatedMethod method) {
    try {
      Objects.requireNonNull(AopUtils.selectInvocableMethod(method.method(), bean.getClass()));
    } catch (IllegalStateException notExposed) {
      throw method.refused(
          "is in none of the interfaces that its proxy is made of",
          "Put it into the interface, or take spring.aop.proxy-target-class=false away");
    }
  }

  private static void warnOfSelfCalls(Class<?> beanClass, List<AnnotatedMethod> methods) {
    for (SelfCalls.Call call : SelfCalls.in(beanClass, methods)) {
      LOG.warn(
          "{} calls its own @Idempotent method {} directly: such a call does not pass the proxy and is not protected. Move the method to another bean, or call it through an injected proxy",
          call.caller(),
          call.called());
    }
  }
}
