package dev.semel.spring.internal.web;

import dev.semel.spring.internal.Refusal;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizeReturnObject;

/**
 * Finds handlers that Spring Security's method security authorises, by its advisors: so annotations
 * of the method, the class, an interface and meta annotations count, and also advisors of the
 * application. Safe for use by several threads.
 */
public final class MethodSecurity implements HandlerSecurity {
  private static final String SPRING_SECURITY = "org.springframework.security.";

  private static final List<Class<? extends Annotation>> ABOUT_THE_RESULT =
      List.of(PostAuthorize.class, PostFilter.class, AuthorizeReturnObject.class);

  private final ObjectProvider<Advisor> advisors;

  public MethodSecurity(ObjectProvider<Advisor> advisors) {
    this.advisors = advisors;
  }

  @Override
  public boolean authorizes(Method handler, Class<?> controller, Refusal refusal) {
    Method called = AopUtils.getMostSpecificMethod(handler, controller);
    if (advisors.stream()
        .noneMatch(advisor -> isSecurity(advisor) && matches(advisor, called, controller))) {
      return false;
    }
    refuseRulesAboutTheResult(called, controller, refusal);
    return true;
  }

  private static void refuseRulesAboutTheResult(
      Method handler, Class<?> controller, Refusal refusal) {
    for (Class<? extends Annotation> type : ABOUT_THE_RESULT) {
      if (annotations(handler).isPresent(type) || annotations(controller).isPresent(type)) {
        throw refusal.refused(
            "has @%s, which needs the returned object; a replay has only the stored response"
                .formatted(type.getSimpleName()),
            "Use @PreAuthorize on the handler, or move the annotation to a service that the handler calls");
      }
    }
  }

  private static MergedAnnotations annotations(AnnotatedElement element) {
    return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
  }

  private static boolean matches(Advisor advisor, Method handler, Class<?> controller) {
    if (!(advisor instanceof PointcutAdvisor byPointcut)) {
      return true;
    }
    Pointcut pointcut = byPointcut.getPointcut();
    return pointcut.getClassFilter().matches(controller)
        && pointcut.getMethodMatcher().matches(handler, controller);
  }

  static boolean isSecurity(Advisor advisor) {
    Advice advice = advisor.getAdvice();
    return advice instanceof AuthorizationAdvisor
        || advice.getClass().getName().startsWith(SPRING_SECURITY);
  }

  /** Puts a {@link ReplayStop} behind the method security of every bean that has one. */
  public static final class Stops implements SmartInstantiationAwareBeanPostProcessor {
    @Override
    public Object getEarlyBeanReference(Object bean, String name) {
      return withStop(bean);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return withStop(bean);
    }

    private static Object withStop(Object bean) {
      if (bean instanceof Advised advised && !advised.isFrozen() && !ReplayStop.isIn(advised)) {
        Advisor[] advisors = advised.getAdvisors();
        for (int i = advisors.length - 1; i >= 0; i--) {
          if (isSecurity(advisors[i])) {
            advised.addAdvisor(i + 1, ReplayStop.advisor());
            break;
          }
        }
      }
      return bean;
    }
  }
}
