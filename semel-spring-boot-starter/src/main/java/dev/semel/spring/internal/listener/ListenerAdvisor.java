package dev.semel.spring.internal.listener;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/**
 * Lets the methods of beans that are listeners consume through the inbox. What it needs is fetched
 * with the first call, because advisors are made before all other beans.
 */
public final class ListenerAdvisor extends StaticMethodMatcherPointcutAdvisor {
  private static final long serialVersionUID = 1L;

  /** Around the transactions of Spring, which come last of all; inside of everything else. */
  private static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1_000;

  public ListenerAdvisor(ObjectProvider<IdempotentListeners> listeners) {
    super(new Interceptor(listeners));
    setOrder(ORDER);
  }

  /** A final class is left to the check at start, which words it better than Spring would. */
  @Override
  public boolean matches(Method method, Class<?> targetClass) {
    return !Modifier.isFinal(targetClass.getModifiers())
        && ListenerMethod.of(method, targetClass) != null;
  }

  /** Around one call. */
  private record Interceptor(ObjectProvider<IdempotentListeners> provider)
      implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
      IdempotentListeners listeners = provider.getObject();
      Class<?> beanClass = Objects.requireNonNull(invocation.getThis()).getClass();
      ListenerMethod method =
          Objects.requireNonNull(ListenerMethod.of(invocation.getMethod(), beanClass));
      if (KeptMessages.isGivenTo(method)) {
        return invocation.proceed();
      }
      Object argument = Objects.requireNonNull(invocation.getArguments()[0], "message");
      try {
        new ListenerCall(listeners, listeners.listener(method), taken -> run(invocation, taken))
            .receive(argument);
        return null;
      } catch (CheckedFailure carried) {
        throw carried.getCause();
      }
    }

    /** Each attempt walks the rest of the chain anew. */
    private static void run(MethodInvocation invocation, Object argument) {
      try {
        var unused = ((ProxyMethodInvocation) invocation).invocableClone(argument).proceed();
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable checked) {
        throw new CheckedFailure(checked);
      }
    }
  }
}
