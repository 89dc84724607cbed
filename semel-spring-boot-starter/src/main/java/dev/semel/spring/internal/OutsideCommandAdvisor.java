package dev.semel.spring.internal;

import dev.semel.spring.OutsideCommand;
import dev.semel.spring.SpringTransactions;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Runs {@link OutsideCommand} methods on connections of their own. */
public final class OutsideCommandAdvisor extends StaticMethodMatcherPointcutAdvisor {
  private static final long serialVersionUID = 1L;

  /** Around the transactions of Spring, which come last of all. */
  private static final int ORDER = Ordered.LOWEST_PRECEDENCE - 500;

  public OutsideCommandAdvisor(ObjectProvider<SpringTransactions> transactions) {
    super(new Interceptor(transactions));
    setOrder(ORDER);
  }

  @Override
  public boolean matches(Method method, Class<?> targetClass) {
    Method run = AopUtils.getMostSpecificMethod(method, targetClass);
    return AnnotatedElementUtils.hasAnnotation(run, OutsideCommand.class)
        || AnnotatedElementUtils.hasAnnotation(targetClass, OutsideCommand.class);
  }

  /** Around one call. */
  private record Interceptor(ObjectProvider<SpringTransactions> transactions)
      implements MethodInterceptor {
    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
      SpringTransactions there = transactions.getIfAvailable();
      if (there == null) {
        return invocation.proceed();
      }
      try (SpringTransactions.Outside outside = there.outsideCommand()) {
        return invocation.proceed();
      }
    }
  }
}
