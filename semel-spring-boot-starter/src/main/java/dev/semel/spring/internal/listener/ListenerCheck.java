package dev.semel.spring.internal.listener;

import dev.semel.spring.listener.IdempotentListener;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Looks at every bean once all are made, and refuses to start with a listener that is not
 * protected.
 */
public final class ListenerCheck implements SmartInitializingSingleton {
  private final ConfigurableListableBeanFactory beans;

  public ListenerCheck(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> beanClass = AutoProxyUtils.determineTargetClass(beans, name);
      if (beanClass != null
          && AnnotationUtils.isCandidateClass(beanClass, IdempotentListener.class)) {
        methodsOf(beanClass).forEach(method -> check(name, method));
      }
    }
  }

  private static List<ListenerMethod> methodsOf(Class<?> beanClass) {
    return MethodIntrospector.selectMethods(
            beanClass, (Method method) -> ListenerMethod.of(method, beanClass))
        .values()
        .stream()
        .distinct()
        .toList();
  }

  private void check(String name, ListenerMethod method) {
    IdempotentListeners listeners =
        beans.getBeanProvider(IdempotentListeners.class).getIfAvailable();
    if (listeners == null) {
      throw method.refused(
          "cannot be protected, because there is no Inbox: no data source was found to keep markers in",
          "Define a DataSource for PostgreSQL, spring.datasource.url for instance");
    }
    Listener listener = listeners.listener(method);
    if (beans.containsSingleton(name)) {
      Object bean = beans.getBean(name);
      refuseUnlessProxied(bean, method);
      beans.getBean(ListenerWorkers.class).add(bean, listener);
    }
  }

  /** A bean that is made while proxies are not yet set up goes without, silently. */
  private static void refuseUnlessProxied(Object bean, ListenerMethod method) {
    boolean isAdvised =
        bean instanceof Advised advised
            && List.of(advised.getAdvisors()).stream().anyMatch(ListenerAdvisor.class::isInstance);
    if (!isAdvised) {
      throw method.refused(
          "has no proxy before it, because its bean was made before proxies were set up (by a BeanPostProcessor that needs it?) or without Spring's doing",
          "Let Spring make the bean, and take it out of what BeanPostProcessors and their dependencies need");
    }
    try {
      Objects.requireNonNull(AopUtils.selectInvocableMethod(method.method(), bean.getClass()));
    } catch (IllegalStateException notExposed) {
      throw method.refused(
          "is in none of the interfaces that its proxy is made of",
          "Put it into the interface, or take spring.aop.proxy-target-class=false away");
    }
  }
}
